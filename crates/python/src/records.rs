//! Records of the solver, as classes of Python: one attribute for each field.

use std::collections::BTreeMap;

use pnyx_solver::record::Bytes;
use pnyx_solver::{Verdict, answer, goals};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

/// What can be an attribute.
trait Attribute {
    /// Its type, as Python writes it.
    fn kind() -> String;
    fn attribute(&self, py: Python<'_>) -> PyResult<Py<PyAny>>;
}

macro_rules! attributes {
    ($($kind:literal: $($type:ty)* = $make:expr;)*) => {
        $($(impl Attribute for $type {
            fn kind() -> String {
                $kind.into()
            }

            fn attribute(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                let make: fn(&$type, Python<'_>) -> PyResult<Py<PyAny>> = $make;
                make(self, py)
            }
        })*)*
    };
}

attributes! {
    "int": u8 u32 u64 usize i32 = |number, py| number.into_py_any(py);
    "float": f64 = |number, py| number.into_py_any(py);
    "bool": bool = |truth, py| truth.into_py_any(py);
    "str": String &'static str = |text, py| text.into_py_any(py);
    "str": Verdict = |verdict, py| verdict.as_str().into_py_any(py);
    "bytes": Bytes = |bytes, py| Ok(PyBytes::new(py, &bytes.0).into_any().unbind());
    "dict[str, str]": BTreeMap<String, String> = |texts, py| texts.into_py_any(py);
    "Answer": answer::Answer = |answer, py| Solution(answer.clone()).into_py_any(py);
}

impl<T: Attribute> Attribute for Option<T> {
    fn kind() -> String {
        format!("{} | None", T::kind())
    }

    fn attribute(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.as_ref().map_or_else(|| Ok(py.None()), |value| value.attribute(py))
    }
}

impl<T: Attribute> Attribute for Vec<T> {
    fn kind() -> String {
        format!("list[{}]", T::kind())
    }

    fn attribute(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let items = self.iter().map(|item| item.attribute(py)).collect::<PyResult<Vec<_>>>()?;
        Ok(PyList::new(py, items)?.into_any().unbind())
    }
}

macro_rules! tuples {
    ($(($($part:ident)*))*) => {
        $(#[allow(non_snake_case)]
        impl<$($part: Attribute),*> Attribute for ($($part,)*) {
            fn kind() -> String {
                format!("tuple[{}]", [$($part::kind()),*].join(", "))
            }

            fn attribute(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                let ($($part,)*) = self;
                Ok(PyTuple::new(py, [$($part.attribute(py)?),*])?.into_any().unbind())
            }
        })*
    };
}

tuples! { (A B) (A B C) (A B C D) (A B C D E F) (A B C D E F G H I J) }

/// A field: its name, its type and its meaning.
type FieldRow = (&'static str, String, &'static str);

fn kind<R, T: Attribute>(_field: fn(&R) -> &T) -> String {
    T::kind()
}

macro_rules! class {
    ($name:ident($record:path); $(#[doc = $meaning:literal] $field:ident,)*) => {
        #[pyclass(module = "pnyx._core", frozen)]
        pub(crate) struct $name(pub $record);

        #[pymethods]
        impl $name {
            $(#[doc = $meaning]
            #[getter]
            fn $field(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                self.0.$field.attribute(py)
            })*
        }

        impl $name {
            fn fields() -> (&'static str, Vec<FieldRow>) {
                let rows = vec![$((
                    stringify!($field),
                    kind(|record: &$record| &record.$field),
                    $meaning.trim_ascii(),
                )),*];
                (stringify!($name), rows)
            }
        }
    };
}

pnyx_solver::goal_fields! { class!(Goal(goals::GoalFields)) }
pnyx_solver::answer_fields! { class!(Solution(answer::Answer)) }
pnyx_solver::check_report_fields! { class!(Report(answer::CheckReport)) }
pnyx_solver::shortest_fields! { class!(ShortestResult(answer::ShortestAnswer)) }
pnyx_solver::search_fields! { class!(SearchResult(answer::SearchAnswer)) }
pnyx_solver::measure_fields! { class!(MeasureResult(answer::MeasureAnswer)) }
pnyx_solver::place_fields! { class!(ProofPlace(answer::ProofPlace)) }
pnyx_solver::table_fields! { class!(TableReport(pnyx_solver::tables::TableReport)) }

/// The fields of every record: name, type and meaning of each.
#[pyfunction]
pub(crate) fn records() -> BTreeMap<&'static str, Vec<FieldRow>> {
    BTreeMap::from([
        Goal::fields(),
        Solution::fields(),
        Report::fields(),
        ShortestResult::fields(),
        SearchResult::fields(),
        MeasureResult::fields(),
        ProofPlace::fields(),
        TableReport::fields(),
    ])
}
