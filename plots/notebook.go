package plots

import (
	"fmt"
	"os"

	"tidemark/plots/internal/gonb"
)

// A Bundle is one output of a cell in several forms, by MIME type. A front end
// shows the richest form that it can. Texts are strings, pictures bytes.
type Bundle struct {
	Data     map[string]any
	Metadata map[string]any
}

// InNotebook reports whether the program is a cell of a notebook.
func InNotebook() bool { return gonb.InNotebook() }

// Display sends a bundle to the notebook and returns when the kernel has passed
// it on. Bundles appear in the order in which they were sent. Standard output
// takes another way and may overtake them, so a cell that displays something
// writes its text with [Printf] and [Println].
func Display(b Bundle) error {
	c, err := gonb.Connect()
	if err == nil {
		err = c.Display(b.Data, b.Metadata, "")
	}
	if err != nil {
		return fmt.Errorf("plots: %w", err)
	}
	return nil
}

// Printf prints like [fmt.Printf]. In a notebook the text takes the same way
// as the figures, so that it stays in order with them.
func Printf(format string, a ...any) { report(say(fmt.Sprintf(format, a...))) }

// Println prints like [fmt.Println], in order with the figures; see [Printf].
func Println(a ...any) { report(say(fmt.Sprintln(a...))) }

// say prints s, in a notebook as an output of its own.
func say(s string) error {
	if !InNotebook() {
		_, err := os.Stdout.WriteString(s)
		return err
	}
	return Display(Bundle{Data: map[string]any{"text/plain": s}})
}
