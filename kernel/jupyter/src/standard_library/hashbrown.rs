//! Stands in for the crate `hashbrown` when rust-analyzer reads the library: the maps and sets of
//! `std` only have to mention the types of their keys and values.

pub enum TryReserveError {
    CapacityOverflow,
    AllocError { layout: core::alloc::Layout },
}

pub mod hash_map {
    pub struct HashMap<K, V, S, A>(K, V, S, A);
    pub struct Iter<'a, K, V>(&'a (K, V));
    pub struct IterMut<'a, K, V>(&'a K, &'a mut V);
    pub struct IntoIter<K, V, A>(K, V, A);
    pub struct Drain<'a, K, V, A>(&'a (K, V, A));
    pub struct ExtractIf<'a, K, V, F, A>(&'a mut (K, V, A), F);
    pub enum RustcEntry<'a, K, V, A> {
        Occupied(RustcOccupiedEntry<'a, K, V, A>),
        Vacant(RustcVacantEntry<'a, K, V, A>),
    }
    pub struct RustcOccupiedEntry<'a, K, V, A>(&'a mut (K, V, A));
    pub struct RustcVacantEntry<'a, K, V, A>(&'a mut (K, V, A));
}

pub mod hash_set {
    pub struct HashSet<T, S, A>(T, S, A);
    pub struct Iter<'a, T>(&'a T);
    pub struct IntoIter<T, A>(T, A);
    pub struct Drain<'a, T, A>(&'a (T, A));
    pub struct ExtractIf<'a, T, F, A>(&'a mut (T, A), F);
    pub enum Entry<'a, T, S, A> {
        Occupied(OccupiedEntry<'a, T, S, A>),
        Vacant(VacantEntry<'a, T, S, A>),
    }
    pub struct OccupiedEntry<'a, T, S, A>(&'a mut (T, S, A));
    pub struct VacantEntry<'a, T, S, A>(&'a mut (T, S, A));
}
