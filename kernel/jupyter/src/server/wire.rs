//! Messages of Jupyter as JSON.
//!
//! # Source
//! <https://jupyter-client.readthedocs.io/en/stable/messaging.html>

use jupyter_protocol::messaging::{Header, JupyterMessage, JupyterMessageContent, UnknownMessage};
use jupyter_zmq_client::{Connection, RawMessage};
use serde_json::{Value, json};
use zeromq::SocketRecv;

/// A request of a front end.
///
/// Its content stays JSON: the types of jupyter-protocol demand fields that front ends leave out.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) kind: String,
    pub(crate) content: Value,
    message: JupyterMessage,
}

/// A message that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WireError {
    #[error("the connection failed: {0}")]
    Socket(#[from] zeromq::ZmqError),
    #[error("a message is not signed with the key of the connection file, or is incomplete: {0}")]
    Message(#[from] jupyter_zmq_client::RuntimeError),
    #[error("a message is not JSON of Jupyter: {0}")]
    Json(#[from] serde_json::Error),
}

impl Request {
    /// Waits for the next request.
    ///
    /// # Errors
    /// Where the message cannot be used.
    pub(crate) async fn read<S: SocketRecv>(
        connection: &mut Connection<S>,
    ) -> Result<Self, WireError> {
        let raw = RawMessage::from_multipart(connection.socket.recv().await?, &connection.mac)?;
        let header: Header = serde_json::from_slice(&raw.jparts[0])?;
        let content: Value = serde_json::from_slice(&raw.jparts[3])?;
        let kind = header.msg_type.clone();
        let message = JupyterMessage {
            zmq_identities: raw.zmq_identities,
            header,
            parent_header: None,
            metadata: json!({}),
            content: unknown(&kind, content.clone()),
            buffers: Vec::new(),
            channel: None,
        };
        Ok(Self { kind, content, message })
    }

    /// A text of the content; empty where there is none.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.content[name].as_str().unwrap_or_default()
    }

    /// A switch of the content.
    pub(crate) fn is_set(&self, name: &str, default: bool) -> bool {
        self.content[name].as_bool().unwrap_or(default)
    }

    /// The reply to the client that asked.
    pub(crate) fn reply(&self, content: Value) -> JupyterMessage {
        let kind = self.kind.replace("_request", "_reply");
        JupyterMessage::new(unknown(&kind, content), Some(&self.message))
    }

    /// A message to all clients that belongs to this request.
    pub(crate) fn publication(&self, kind: &str, content: Value) -> JupyterMessage {
        let message = JupyterMessage::new(unknown(kind, content), Some(&self.message));
        message.with_zmq_identities(vec![kind.to_owned().into()])
    }
}

/// A message to all clients that belongs to no request.
pub(crate) fn publication(kind: &str, content: Value) -> JupyterMessage {
    JupyterMessage::new(unknown(kind, content), None)
        .with_zmq_identities(vec![kind.to_owned().into()])
}

fn unknown(kind: &str, content: Value) -> JupyterMessageContent {
    JupyterMessageContent::UnknownMessage(UnknownMessage { msg_type: kind.to_owned(), content })
}

/// The byte offset of a position that counts characters.
pub(crate) fn byte_offset(text: &str, characters: usize) -> usize {
    text.char_indices().nth(characters).map_or(text.len(), |(at, _)| at)
}

/// The position, in characters, of a byte offset.
pub(crate) fn characters(text: &str, offset: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < offset).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_offsets_bytes() {
        let text = "é𝕏a";
        for (position, offset) in [(0, 0), (1, 2), (2, 6), (3, 7), (9, 7)] {
            assert_eq!(byte_offset(text, position), offset);
            assert_eq!(characters(text, offset), position.min(3));
        }
    }
}
