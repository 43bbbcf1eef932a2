/** better-auth asks the terminal for its colours, by variables that the demo may not read. */
Deno.env.set("NODE_DISABLE_COLORS", "1");
