package sim

// A bitset holds small whole numbers, one bit each.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// add adds i and reports whether it is new.
func (b bitset) add(i int) bool {
	word, bit := &b[i/64], uint64(1)<<(i%64)
	added := *word&bit == 0
	*word |= bit
	return added
}

// indexes are the keyed state of the consumption: the last index of each
// subscriber, at a little over 8 bytes an entry.
type indexes struct {
	value []int64 // by subscriber
	known bitset
	held  int
}

func newIndexes(n Network) indexes {
	return indexes{value: make([]int64, n.Subscribers+1), known: newBitset(n.Subscribers + 1)}
}

func (x *indexes) at(s Subscriber) (index int64, ok bool) {
	return x.value[s], x.known.has(int(s))
}

func (x *indexes) set(s Subscriber, index int64) {
	x.value[s] = index
	if x.known.add(int(s)) {
		x.held++
	}
}

// A keySet is the keyed state of the deduplication: the subscribers and periods
// seen, at a bit each.
type keySet struct {
	subscribers int
	seen        bitset
	held        int
}

func newKeySet(n Network) keySet {
	return keySet{n.Subscribers, newBitset(n.Subscribers * n.Periods), 0}
}

// add adds a key of the network and reports whether it is new.
func (s *keySet) add(k key) bool {
	added := s.seen.add(int(k.period-1)*s.subscribers + int(k.subscriber-1))
	if added {
		s.held++
	}
	return added
}
