package town

import (
	"fmt"
	"time"

	"tidemark/sim/event"
)

// A User of the site, from 1.
type User int32

// String returns the user's name, "U1" for 1.
func (u User) String() string { return fmt.Sprintf("U%d", int(u)) }

// A Page of the site.
type Page uint8

// The pages.
const (
	HomePage Page = iota
	SearchPage
	ProductPage
	BasketPage
)

// String returns the page's name.
func (p Page) String() string {
	names := [...]string{"home", "search", "product", "basket"}
	if int(p) >= len(names) {
		return fmt.Sprintf("Page(%d)", p)
	}
	return names[p]
}

// A Click is a user's on a page.
type Click struct {
	User User
	Page Page
}

// By returns who clicked: the key of a click.
func (c Click) By() User { return c.User }

// A Site is visited by users who click a few times, some seconds apart, and go
// away. The arrivals of its traffic are visits.
type Site struct{ Users int }

// Clicks returns the clicks on the site.
func (s Site) Clicks(t Traffic) (event.Stream[Click], error) {
	if err := firstError(t.validate(), atLeast("users", s.Users)); err != nil {
		return nil, err
	}
	return stream(t, 'c', func(w *world[Click]) { w.arrive = s.visit }), nil
}

func (s Site) visit(w *world[Click]) {
	user, at := User(1+w.IntN(s.Users)), time.Duration(0)
	for range 2 + w.IntN(6) {
		w.plan(at, Click{user, Page(w.IntN(4))})
		at += w.between(2*time.Second, 20*time.Second)
	}
}
