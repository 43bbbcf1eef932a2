// Package relevo is for Go 1.18 or later, with nothing but what it ships.
package relevo

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"
)

// Send sends a notification, such as {"userId": …, "title": …, "body": …}, and returns its id.
func Send(notification map[string]any) (string, error) {
	body, err := json.Marshal(notification)
	if err != nil {
		return "", err
	}
	var sent struct{ NotificationID string }
	err = call("POST", "/api/notify", body, &sent)
	return sent.NotificationID, err
}

// AnswersTo gives the answers to a notification: it waits up to a minute for the first one.
func AnswersTo(notificationID string) (answers []map[string]any, err error) {
	err = call("GET", "/api/responses?notificationId="+notificationID+"&wait=60", nil, &answers)
	return answers, err
}

var client = http.Client{Timeout: 90 * time.Second}

func call(method, path string, body []byte, data any) error {
	response, err := send(method, path, body)
	for tries := 1; err == nil && response.StatusCode == 429 && tries < 3; tries++ {
		seconds, bad := strconv.Atoi(response.Header.Get("Retry-After"))
		if bad != nil || seconds > 60 {
			break
		}
		response.Body.Close()
		time.Sleep(time.Duration(seconds) * time.Second)
		response, err = send(method, path, body)
	}
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer := struct {
		Success     bool
		Data        any
		Code, Error string
	}{Data: data}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if !answer.Success {
		return fmt.Errorf("%s: %s", answer.Code, answer.Error)
	}
	return nil
}

func send(method, path string, body []byte) (*http.Response, error) {
	request, err := http.NewRequest(method, os.Getenv("RELEVO_URL")+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("RELEVO_KEY"))
	request.Header.Set("Content-Type", "application/json")
	return client.Do(request)
}

// IsGenuine says whether Relevo sent it in the last 5 minutes.
func IsGenuine(body []byte, header http.Header, apiKey string) bool {
	timestamp := header.Get("Webhook-Timestamp")
	sentAt, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - sentAt
	if err != nil || age < -300 || age > 300 {
		return false
	}
	mac := hmac.New(sha256.New, []byte(apiKey))
	fmt.Fprintf(mac, "%s.%s.%s", header.Get("Webhook-Id"), timestamp, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(header.Get("Webhook-Signature")))
}
