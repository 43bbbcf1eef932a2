/** The inbox: from a message of the public form to a client with a quotation. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { signIn } from "../support/signed_in.ts";
import { until } from "../support/wait.ts";
import { people, type World } from "../support/world.ts";
import { allLooks, assertSound, browserOf, testInBrowser } from "./scene.ts";
