//! Records that leave the solver: declared once, with a line about each field.
//!
//! [`record!`] makes of one declaration the struct, and a macro by which other crates can make something of every field, as the
//! Python module makes attributes.

/// The bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

/// Declare a record, as this file says: `record! { ($) fields_of_it => /// Meaning. pub struct It { ... } }`.
macro_rules! record {
    (
        ($d:tt) $macro:ident =>
        $(#[$about:meta])*
        pub struct $name:ident {
            $(#[doc = $meaning:literal] pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default)]
        pub struct $name {
            $(#[doc = $meaning] pub $field: $type,)*
        }

        /// Hands the fields of the record to another macro.
        #[macro_export]
        macro_rules! $macro {
            ($d make:ident!($d($d given:tt)*)) => {
                $d make! { $d($d given)*; $(#[doc = $meaning] $field,)* }
            };
        }
    };
}
