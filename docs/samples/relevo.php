<?php

// For PHP 8, with nothing but what it ships.
namespace Relevo;

/** Sends a notification, such as ['userId' => …, 'title' => …, 'body' => …], and returns its id. */
function send(array $notification): string
{
    return call('POST', '/api/notify', json_encode($notification, JSON_THROW_ON_ERROR))['notificationId'];
}

/** The answers to a notification: waits up to a minute for the first one. */
function answersTo(string $notificationId): array
{
    return call('GET', "/api/responses?notificationId=$notificationId&wait=60");
}

function call(string $method, string $path, string $body = '', int $tries = 3): array
{
    $context = stream_context_create(['http' => [
        'method' => $method,
        'header' => ['Authorization: Bearer ' . getenv('RELEVO_KEY'), 'Content-Type: application/json'],
        'content' => $body,
        'timeout' => 90,
        'ignore_errors' => true,
    ]]);
    $text = file_get_contents(getenv('RELEVO_URL') . $path, false, $context);
    if ($tries > 1 && str_contains($http_response_header[0], ' 429')) {
        preg_match('/^Retry-After: (\d+)/mi', implode("\n", $http_response_header), $wait);
        sleep(min((int) ($wait[1] ?? 1), 60));
        return call($method, $path, $body, $tries - 1);
    }
    $answer = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    return $answer['success']
        ? $answer['data']
        : throw new \RuntimeException("{$answer['code']}: {$answer['error']}");
}

/** Whether Relevo sent it in the last 5 minutes. A request has both by
 *  file_get_contents('php://input') and array_change_key_case(getallheaders()). */
function isGenuine(string $body, array $headers, string $apiKey): bool
{
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!preg_match('/^\d{1,10}$/D', $timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $signed = ($headers['webhook-id'] ?? '') . ".$timestamp.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $apiKey, true));
    return hash_equals($expected, $headers['webhook-signature'] ?? '');
}
