//! Exact counts of any size.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{AddAssign, Mul};

/// Limbs hold eighteen decimal digits, so that a product of two limbs and both carries fits 128
/// bits.
const BASE: u64 = 1_000_000_000_000_000_000;
const DIGITS: usize = 18;

/// An exact natural number of any size, used to count extensions.
///
/// It is stored in decimal because it is mostly displayed: [`Display`](fmt::Display) takes linear
/// time, multiplication quadratic time.
///
/// # Examples
/// ```
/// use faultline_argue::Count;
///
/// let million = Count::from(1_000_000);
/// let product = &(&million * &million) * &(&million * &million);
/// assert_eq!(product.to_string(), "1000000000000000000000000");
/// assert_eq!(product.to_u64(), None);
/// assert_eq!(&million * 3, 3_000_000);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// Base 10^18, least significant limb first, without leading zeros; zero has no limb.
    limbs: Vec<u64>,
}

impl Count {
    /// Returns zero.
    pub const fn zero() -> Self {
        Self { limbs: Vec::new() }
    }

    /// Returns whether the number is zero.
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// Returns the number as `u64` if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        self.limbs
            .iter()
            .rev()
            .try_fold(0_u64, |high, &limb| high.checked_mul(BASE)?.checked_add(limb))
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        let mut limbs = vec![number % BASE, number / BASE];
        trim(&mut limbs);
        Self { limbs }
    }
}

impl AddAssign<&Count> for Count {
    fn add_assign(&mut self, other: &Count) {
        if self.limbs.len() < other.limbs.len() {
            self.limbs.resize(other.limbs.len(), 0);
        }
        let mut carry = 0;
        for (i, limb) in self.limbs.iter_mut().enumerate() {
            let sum = *limb + other.limbs.get(i).copied().unwrap_or(0) + carry;
            *limb = sum % BASE;
            carry = sum / BASE;
        }
        if carry > 0 {
            self.limbs.push(carry);
        }
    }
}

impl<'a> Sum<&'a Count> for Count {
    fn sum<I: Iterator<Item = &'a Count>>(counts: I) -> Self {
        counts.fold(Self::zero(), |mut sum, count| {
            sum += count;
            sum
        })
    }
}

impl Mul<&Count> for &Count {
    type Output = Count;

    fn mul(self, other: &Count) -> Count {
        let mut limbs = vec![0; self.limbs.len() + other.limbs.len()];
        for (i, &a) in self.limbs.iter().enumerate() {
            let mut carry = 0_u128;
            for (j, &b) in other.limbs.iter().enumerate() {
                let sum = u128::from(a) * u128::from(b) + u128::from(limbs[i + j]) + carry;
                limbs[i + j] = (sum % u128::from(BASE)) as u64;
                carry = sum / u128::from(BASE);
            }
            limbs[i + other.limbs.len()] = carry as u64;
        }
        trim(&mut limbs);
        Count { limbs }
    }
}

impl Mul<u64> for &Count {
    type Output = Count;

    fn mul(self, other: u64) -> Count {
        self * &Count::from(other)
    }
}

impl PartialEq<u64> for Count {
    fn eq(&self, other: &u64) -> bool {
        self.to_u64() == Some(*other)
    }
}

impl Ord for Count {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.limbs.len().cmp(&other.limbs.len());
        by_length.then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

impl PartialOrd for Count {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut high_first = self.limbs.iter().rev();
        let highest = high_first.next().map_or_else(|| "0".to_owned(), u64::to_string);
        let digits = high_first.fold(highest, |digits, limb| format!("{digits}{limb:0DIGITS$}"));
        f.pad_integral(true, "", &digits)
    }
}

fn trim(limbs: &mut Vec<u64>) {
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn large_powers_of_two_are_exact() {
        let power = |exponent: u32| (0..exponent).fold(Count::from(1), |product, _| &product * 2);
        assert_eq!(power(40), 1_099_511_627_776);
        assert_eq!(power(64).to_string(), "18446744073709551616");
        assert_eq!(power(64).to_u64(), None);
        assert_eq!(power(100).to_string(), "1267650600228229401496703205376");
        let squared = &power(100) * &power(100);
        assert_eq!(
            squared.to_string(),
            "1606938044258990275541962092341162602522202993782792835301376"
        );
        assert_eq!(squared, power(200));
        assert!(power(199) < squared && squared < power(201));
    }

    #[test]
    fn zeros_are_displayed() {
        assert_eq!((&Count::from(BASE) * 7).to_string(), "7000000000000000000");
        assert_eq!((&Count::from(BASE) * 10).to_string(), "10000000000000000000");
        let nothing = &Count::from(BASE) * &Count::zero();
        assert!(nothing.is_zero() && nothing == 0);
        assert_eq!(nothing.to_string(), "0");
        assert_eq!(format!("{:>5}", Count::from(42)), "   42");
        assert_eq!(Count::from(u64::MAX), u64::MAX);
    }

    proptest! {
        #[test]
        fn agrees_with_machine_arithmetic(a: u64, b: u64, c in 0_u64..1 << 60) {
            let product = u128::from(a) * u128::from(b);
            prop_assert_eq!((&Count::from(a) * b).to_string(), product.to_string());
            let mut sum = &Count::from(a) * b;
            sum += &Count::from(c);
            let expected = product.checked_add(u128::from(c));
            prop_assume!(expected.is_some());
            prop_assert_eq!(Some(sum.to_string()), expected.map(|sum| sum.to_string()));
            prop_assert_eq!(Count::from(a).cmp(&Count::from(b)), a.cmp(&b));
        }
    }
}
