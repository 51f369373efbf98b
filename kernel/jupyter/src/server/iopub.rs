//! What all clients see: outputs and the state of the kernel.

use jupyter_protocol::messaging::JupyterMessage;
use jupyter_zmq_client::{KernelIoPubXPubConnection, SubscriptionEvent};
use serde_json::json;
use tokio::sync::{mpsc, oneshot};

use super::wire::publication;

/// How many messages wait at most; then a cell that writes more waits.
const WAITING: usize = 256;

#[derive(Debug)]
enum Item {
    Message(Box<JupyterMessage>),
    /// Answered when everything before it is sent.
    Flush(oneshot::Sender<()>),
}

/// Where messages to all clients go, in order.
#[derive(Debug, Clone)]
pub(crate) struct Iopub(mpsc::Sender<Item>);

impl Iopub {
    /// Starts the task that owns the socket.
    pub(crate) fn start(connection: KernelIoPubXPubConnection) -> Self {
        let (sender, items) = mpsc::channel(WAITING);
        tokio::spawn(publish(connection, items));
        Self(sender)
    }

    pub(crate) async fn send(&self, message: JupyterMessage) {
        // The task ends only with the kernel.
        let _ = self.0.send(Item::Message(Box::new(message))).await;
    }

    /// The same from a thread outside of the runtime.
    pub(crate) fn send_blocking(&self, message: JupyterMessage) {
        let _ = self.0.blocking_send(Item::Message(Box::new(message)));
    }

    /// Waits until everything is sent, so that a client that has the reply finds all outputs.
    pub(crate) async fn flush(&self) {
        let (sent, is_sent) = oneshot::channel();
        if self.0.send(Item::Flush(sent)).await.is_ok() {
            let _ = is_sent.await;
        }
    }
}

async fn publish(mut connection: KernelIoPubXPubConnection, mut items: mpsc::Receiver<Item>) {
    loop {
        tokio::select! {
            biased;
            event = connection.recv_subscription() => match event {
                Ok(SubscriptionEvent::Subscribe(topic)) => {
                    let mut welcome = publication("iopub_welcome", json!({ "subscription": topic }));
                    welcome.zmq_identities = vec![topic.into()];
                    // A client that left does not need it.
                    let _ = connection.send(welcome).await;
                }
                Ok(SubscriptionEvent::Unsubscribe(_)) | Err(_) => {}
            },
            item = items.recv() => match item {
                Some(Item::Message(message)) => {
                    let _ = connection.send(*message).await;
                }
                Some(Item::Flush(sent)) => {
                    let _ = sent.send(());
                }
                None => return,
            },
        }
    }
}
