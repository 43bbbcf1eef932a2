import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** For Java 11 or later, which ships no JSON: texts go in and come out, for the library you have. */
public final class Relevo {
    // Left to itself it asks a server without TLS to go on in HTTP/2, which is answered 400.
    private static final HttpClient CLIENT =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Sends a notification, which has userId, title and body; data.notificationId is its id. */
    public static String send(String notification) throws IOException, InterruptedException {
        return call("POST", "/api/notify", BodyPublishers.ofString(notification));
    }

    /** The answers to a notification, in data: waits up to a minute for the first one. */
    public static String answersTo(String notificationId) throws IOException, InterruptedException {
        String path = "/api/responses?notificationId=" + notificationId + "&wait=60";
        return call("GET", path, BodyPublishers.noBody());
    }

    private static String call(String method, String path, BodyPublisher body)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(System.getenv("RELEVO_URL") + path))
            .header("Authorization", "Bearer " + System.getenv("RELEVO_KEY"))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(90)).method(method, body).build();
        var response = CLIENT.send(request, BodyHandlers.ofString());
        for (int tries = 1; response.statusCode() == 429 && tries < 3; tries++) {
            long seconds = response.headers().firstValueAsLong("retry-after").orElse(1);
            Thread.sleep(1000 * Math.min(seconds, 60));
            response = CLIENT.send(request, BodyHandlers.ofString());
        }
        if (response.statusCode() >= 300) throw new IOException(response.body());
        return response.body();
    }

    /** Whether Relevo sent it in the last 5 minutes. `header` is `request::getHeader` in a servlet. */
    public static boolean isGenuine(byte[] body, UnaryOperator<String> header, String apiKey)
            throws GeneralSecurityException {
        String timestamp = header.apply("webhook-timestamp");
        String signature = header.apply("webhook-signature");
        if (timestamp == null || signature == null || !timestamp.matches("[0-9]{1,10}")) return false;
        long age = System.currentTimeMillis() / 1000 - Long.parseLong(timestamp);
        if (Math.abs(age) > 300) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(apiKey.getBytes(UTF_8), "HmacSHA256"));
        mac.update((header.apply("webhook-id") + "." + timestamp + ".").getBytes(UTF_8));
        String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        return MessageDigest.isEqual(expected.getBytes(UTF_8), signature.getBytes(UTF_8));
    }
}
