package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"driver/relevo"
)

var names = []string{"webhook-id", "webhook-timestamp", "webhook-signature"}

func main() {
	input, err := io.ReadAll(os.Stdin)
	must(err)
	switch os.Args[1] {
	case "send":
		var notification map[string]any
		must(json.Unmarshal(input, &notification))
		id, err := relevo.Send(notification)
		must(err)
		fmt.Println(id)
	case "answers":
		answers, err := relevo.AnswersTo(os.Args[2])
		must(err)
		must(json.NewEncoder(os.Stdout).Encode(answers))
	case "check":
		for _, line := range strings.Split(string(input), "\n") {
			values := strings.Split(line, "\t")
			header := http.Header{}
			for at, name := range names {
				if value := values[at+2]; value != "" {
					header.Set(name, value)
				}
			}
			fmt.Println(relevo.IsGenuine([]byte(values[1]), header, values[0]))
		}
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
