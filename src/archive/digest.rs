use sha2::{Digest as _, Sha256};

/// Stands for something much larger: the first 128 bits of a SHA-256.
///
/// Of ten million records of a hundred plies, any two of whose lines might be taken for the same, the chance that a
/// digest of 64 bits fails is some three in a hundred; with 128 bits it is less than one in 10^20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 16]);

impl Digest {
    /// Returns the bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// Makes a digest of bytes that [`Digest::bytes`] returned.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Digests some parts, in this order. What one part holds never passes for the next one's.
    #[must_use]
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hasher.finalize()[..16]);
        Self(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    #[test]
    fn parts_do_not_run_together() {
        let of = |parts: &[&str]| Digest::of(parts.iter().map(|part| part.as_bytes()));
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ab", ""]));
        assert_eq!(Digest::from_bytes(*of(&["ab"]).bytes()), of(&["ab"]));
    }
}
