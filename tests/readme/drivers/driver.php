<?php

require __DIR__ . '/relevo/relevo.php';

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

$text = file_get_contents('php://stdin');
if ($argv[1] === 'send') {
    echo Relevo\send(json_decode($text, true)), "\n";
}
if ($argv[1] === 'answers') {
    echo json_encode(Relevo\answersTo($argv[2])), "\n";
}
if ($argv[1] === 'check') {
    foreach (explode("\n", $text) as $line) {
        $values = explode("\t", $line);
        [$key, $body] = array_splice($values, 0, 2);
        $headers = array_filter(array_combine(NAMES, $values));
        echo json_encode(Relevo\isGenuine($body, $headers, $key)), "\n";
    }
}
