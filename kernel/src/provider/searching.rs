//! Sends searches of the web to their service, and all other requests to the models.

use futures_util::future::BoxFuture;

use super::{Capabilities, Provider, ProviderFault, Reply, Request};
use crate::store::Hash;

/// A provider of models with a service for searches of the web beside it.
#[derive(Debug)]
pub struct Searching {
    models: Box<dyn Provider>,
    search: Box<dyn Provider>,
}

impl Searching {
    /// Puts a service for searches beside a provider of models.
    pub fn new(models: Box<dyn Provider>, search: Box<dyn Provider>) -> Self {
        Self { models, search }
    }

    fn of(&self, request: &Request<'_>) -> &dyn Provider {
        if request.is_search() { &*self.search } else { &*self.models }
    }
}

impl Provider for Searching {
    fn identity(&self, request: &Request<'_>) -> String {
        self.of(request).identity(request)
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request<'_>,
        key: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        self.of(request).complete(request, key)
    }

    fn capabilities(&self) -> Capabilities {
        self.models.capabilities()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{answering, reply, request};
    use super::super::{Dialect, Remote};
    use super::*;
    use crate::question::Parameters;

    #[test]
    fn only_searches_go_to_the_service_and_are_stored_under_its_identity() {
        let says = |text: &'static str| {
            Box::new(answering(move |request, _| Ok(reply(request, text)))) as Box<dyn Provider>
        };
        let searching = Searching::new(says("a model"), says("a search"));
        let asked = request("Mills closed");
        let search = Request { parameters: Parameters::SEARCH, ..asked.detached() };
        for (request, expected) in [(&asked, "a model"), (&search, "a search")] {
            let key = request.key(&searching.identity(request));
            let reply = pollster::block_on(searching.complete(request, &key)).unwrap();
            assert_eq!(reply.text, expected);
        }
        let models = Remote::new(Dialect::OpenAi);
        let searching = Searching::new(Box::new(models.clone()), Box::new(Remote::tavily()));
        assert_eq!(searching.identity(&asked), models.identity(&asked), "the keys of replies stay");
        let service = searching.identity(&search);
        assert!(service.starts_with("tavily:"), "{service}");
        let mut deeper = Remote::tavily();
        deeper.body.insert("search_depth".to_owned(), "advanced".into());
        assert_ne!(deeper.identity(&search), service, "the depth is in the key");
    }
}
