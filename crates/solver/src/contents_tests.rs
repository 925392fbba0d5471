use std::cell::RefCell;
use std::rc::Rc;

use super::*;

/// An object as a language might have it.
enum Thing {
    Number(u64),
    /// Frozen.
    Tuple(Vec<Object>),
    List(RefCell<Vec<Object>>),
    Set(Vec<Object>),
    /// An object of a class, by its attributes.
    Instance(Vec<Object>),
    Silent,
}

type Object = Rc<Thing>;

fn number(number: u64) -> Object {
    Rc::new(Thing::Number(number))
}

fn tuple(parts: &[Object]) -> Object {
    Rc::new(Thing::Tuple(parts.to_vec()))
}

fn list(parts: &[Object]) -> Object {
    Rc::new(Thing::List(RefCell::new(parts.to_vec())))
}

fn set(parts: &[Object]) -> Object {
    Rc::new(Thing::Set(parts.to_vec()))
}

/// Two kinds of hashes of the same objects: those with an identity are numbered if there are two words.
struct Things;

impl<const N: usize> Objects<N> for Things {
    type Object = Object;
    type Error = ();

    fn address(&self, object: &Object) -> usize {
        Rc::as_ptr(object) as usize
    }

    fn leaf(&self, object: &Object) -> Result<Option<Hash<N>>, Unread<()>> {
        match &**object {
            Thing::Number(number) => Ok(Some(Mixer::number(b'i', *number))),
            Thing::Silent => Err(Unread::Silent),
            _ => Ok(None),
        }
    }

    fn parts(&self, object: &Object) -> Result<Parts<Object, N>, Unread<()>> {
        Ok(match &**object {
            Thing::Tuple(parts) => Parts::Ordered(b't', parts.clone()),
            Thing::List(parts) => Parts::Ordered(b'l', parts.borrow().clone()),
            Thing::Set(parts) if N == 1 => Parts::Of(b'z', vec![Part::AnyOrder(parts.clone())]),
            Thing::Set(parts) => {
                let sorted = parts.iter().map(|part| (part.clone(), None)).collect();
                Parts::Of(b'z', vec![Part::Sorted(sorted)])
            }
            Thing::Instance(parts) => {
                Parts::Of(b'o', parts.iter().map(|part| Part::Object(part.clone())).collect())
            }
            _ => unreachable!("a leaf"),
        })
    }

    fn identity(&self, object: &Object) -> Result<Option<Identity>, Unread<()>> {
        let is_frozen = matches!(**object, Thing::Tuple(_));
        let class = matches!(**object, Thing::Instance(_)).then_some(7);
        let is_numbered = !is_frozen && !matches!(**object, Thing::Set(_));
        Ok((N == 2).then_some(Identity { is_frozen, is_numbered, class }))
    }

    fn too_deep(&self, _object: &Object) -> Result<Hash<N>, Unread<()>> {
        if N == 1 { Err(Unread::Silent) } else { Ok([1; N]) }
    }
}

fn content(object: &Object) -> Content {
    read(&Things, object).expect("has a content").0
}

fn key(object: &Object) -> u64 {
    let ([key], _) = read(&Things, object).expect("has a key");
    key
}

#[test]
fn contents_depend_on_sharing_and_keys_do_not() {
    let [one, other] = [list(&[number(1)]), list(&[number(1)])];
    let (shared, apart) = (tuple(&[one.clone(), one.clone()]), tuple(&[one.clone(), other]));
    assert_eq!(key(&shared), key(&apart));
    assert_ne!(content(&shared), content(&apart));
    assert_eq!(content(&shared), content(&tuple(&[one.clone(), one])));
}

#[test]
fn frozen_objects_are_what_they_contain() {
    let [one, other] = [tuple(&[number(1)]), tuple(&[number(1)])];
    assert_eq!(content(&tuple(&[one.clone(), one.clone()])), content(&tuple(&[one, other])));
    assert_ne!(content(&tuple(&[number(1), number(2)])), content(&tuple(&[number(2), number(1)])));
    assert_ne!(content(&tuple(&[])), content(&list(&[])));
    assert_ne!(content(&tuple(&[tuple(&[]), tuple(&[])])), content(&tuple(&[tuple(&[tuple(&[])])])));
}

#[test]
fn what_can_change_is_told() {
    let change = |object: &Object| read::<_, 2>(&Things, object).expect("has a content").1;
    assert!(!change(&tuple(&[number(1), tuple(&[])])));
    assert!(change(&tuple(&[list(&[])])));
}

#[test]
fn cycles_end() {
    let ring = |before: u64| {
        let ring = list(&[number(before)]);
        if let Thing::List(parts) = &*ring {
            parts.borrow_mut().push(ring.clone());
        }
        ring
    };
    assert_eq!(content(&ring(1)), content(&ring(1)));
    assert_ne!(content(&ring(1)), content(&ring(2)));
    assert_ne!(content(&ring(1)), content(&list(&[number(1), list(&[number(1)])])));
    // A key does not look for cycles: it is too deep.
    assert_eq!(read::<_, 1>(&Things, &ring(1)), Err(Unread::Silent));
}

#[test]
fn the_order_of_sets_does_not_count() {
    let [a, b, c] = [1, 2, 3].map(|value| list(&[number(value)]));
    let there = set(&[a.clone(), b.clone(), c.clone()]);
    let back = set(&[c, b, a.clone()]);
    assert_eq!((key(&there), content(&there)), (key(&back), content(&back)));
    assert_ne!(content(&there), content(&set(&[a])));
    let nested = |value| {
        let inner = Rc::new(Thing::Instance(vec![number(value)]));
        (0..4).fold(inner, |inner, _| Rc::new(Thing::Instance(vec![inner])))
    };
    // Too deep to be sorted by, but they count.
    assert_ne!(content(&set(&[nested(1)])), content(&set(&[nested(2)])));
}

#[test]
fn too_deep_too_large_and_silent() {
    let deep = (0..150).fold(number(1), |inner, _| tuple(&[inner]));
    let other = (0..150).fold(number(2), |inner, _| tuple(&[inner]));
    assert_eq!(content(&deep), content(&other));
    assert_eq!(read::<_, 1>(&Things, &deep), Err(Unread::Silent));
    let large = tuple(&vec![number(1); MOST_PARTS]);
    assert_eq!(read::<_, 2>(&Things, &large), Err(Unread::TooLarge));
    assert_eq!(read::<_, 1>(&Things, &large), Err(Unread::TooLarge));
    let silent = tuple(&[Rc::new(Thing::Silent)]);
    assert_eq!(read::<_, 2>(&Things, &silent), Err(Unread::Silent));
}

#[test]
fn keys_mean_the_same_in_every_process() {
    let mut mixer = Mixer::<1>::new(b's');
    assert_eq!(mixer.hash(), [spread(u64::from(b's'))]);
    mixer.add(2);
    mixer.add(u64::from_le_bytes(*b"ab\0\0\0\0\0\0"));
    assert_eq!(mixer.hash(), Mixer::bytes(b's', b"ab"));
    assert_ne!(Mixer::<1>::bytes(b's', b"ab"), Mixer::bytes(b's', b"ab\0"));
    assert_eq!(key(&tuple(&[number(5)])), {
        let mut mixer = Mixer::<1>::new(b't');
        mixer.add(1);
        mixer.add(Mixer::<1>::number(b'i', 5)[0]);
        mixer.hash()[0]
    });
}
