import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.util.HashMap;

public final class Driver {
    private static final String[] NAMES = {"webhook-id", "webhook-timestamp", "webhook-signature"};

    public static void main(String[] arguments) throws Exception {
        var out = new PrintStream(System.out, true, UTF_8);
        String text = new String(System.in.readAllBytes(), UTF_8);
        if (arguments[0].equals("send")) out.println(Relevo.send(text));
        if (arguments[0].equals("answers")) out.println(Relevo.answersTo(arguments[1]));
        if (!arguments[0].equals("check")) return;
        for (String line : text.split("\n")) {
            String[] values = line.split("\t", -1);
            var headers = new HashMap<String, String>();
            for (int at = 0; at < NAMES.length; at++) {
                if (!values[at + 2].isEmpty()) headers.put(NAMES[at], values[at + 2]);
            }
            out.println(Relevo.isGenuine(values[1].getBytes(UTF_8), headers::get, values[0]));
        }
    }
}
