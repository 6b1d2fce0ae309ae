/** Payment services and shops. Publishable keys (`pk_live_…`) are made to be public and are not here. */

import { isMixed } from "../judges.ts";
import { BASE62, LOWER_HEX, URLSAFE, prefixed, shaped } from "../rule.ts";
import type { Rule } from "../rule.ts";

export const PAYMENTS: readonly Rule[] = [
  prefixed({
    kind: "stripe_key",
    source: "Stripe: API keys; Restricted keys; Organization keys",
    anchors: ["sk_live_", "rk_live_", "sk_test_", "rk_test_", "sk_org_"],
    body: "A-Za-z0-9_",
    min: 16,
    max: 255,
    usual: 24,
    // Code names variables and test cases like this: names have underscores and no digits.
    judge: (value) => /\d/.test(value.slice(8)) || !value.slice(8).includes("_"),
  }),
  prefixed({
    kind: "stripe_webhook_secret",
    source: "Stripe: Webhooks, signing secret; Standard Webhooks, secrets",
    anchors: ["whsec_"],
    body: "A-Za-z0-9+/=",
    min: 24,
    max: 128,
    usual: 32,
  }),
  prefixed({
    kind: "shopify_token",
    source: "Shopify: Access tokens; secret scanning of shpat, shpss, shpca, shppa",
    anchors: ["shpat_", "shpss_", "shpca_", "shppa_", "shpua_", "shptka_", "shpit_"],
    body: "0-9A-Fa-f",
    min: 32,
    max: 64,
  }),
  prefixed({
    kind: "square_access_token",
    source: "Square: Access tokens and other credentials",
    anchors: ["sq0atp-", "sq0csp-", "sq0idp-"],
    body: URLSAFE,
    min: 22,
    max: 64,
  }),
  prefixed({
    kind: "square_access_token",
    source: "Square: Access tokens and other credentials",
    anchors: ["EAAAE", "EAAAl"],
    body: URLSAFE,
    min: 56,
    max: 60,
    usual: 59,
    tail: ["(?![A-Za-z0-9_+/=-])", 1],
    judge: isMixed,
  }),
  shaped({
    kind: "braintree_access_token",
    source: "PayPal Braintree: Access token format",
    anchors: ["access_token$"],
    pattern: String.raw`access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}`,
    after: 80,
    wraps: true,
  }),
  shaped({
    kind: "plaid_access_token",
    source: "Plaid: Tokens, access_token",
    anchors: ["access-production-", "access-development-", "access-sandbox-"],
    pattern:
      "access-(?:production|development|sandbox)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    after: 60,
    wraps: true,
  }),
  prefixed({
    kind: "flutterwave_key",
    source: "Flutterwave: API keys",
    anchors: ["FLWSECK-", "FLWSECK_TEST-", "FLWPUBK_TEST-"],
    body: "A-Za-z0-9-",
    min: 32,
    max: 64,
  }),
  prefixed({
    kind: "shippo_token",
    source: "Shippo: Authentication",
    anchors: ["shippo_live_", "shippo_test_"],
    body: LOWER_HEX,
    min: 40,
  }),
  prefixed({
    kind: "easypost_api_key",
    source: "EasyPost: API keys",
    anchors: ["EZAK", "EZTK"],
    body: BASE62,
    min: 54,
    max: 64,
  }),
  prefixed({
    kind: "adyen_api_key",
    source: "Adyen: API credentials",
    anchors: ["AQE"],
    follow: "a-z",
    body: "A-Za-z0-9+/=",
    min: 60,
    max: 255,
    infix: ["[a-z]{3,4}", 4],
    tail: [String.raw`-[A-Za-z0-9+/=]{40,60}-(?:(?!["'\x60<>(),;&\\])[\x21-\x7e]){12,24}`, 90],
  }),
];
