/** Monitoring, logging, and incident services. */

import { isMixed, isRandom } from "../judges.ts";
import { BASE62, LOWER_HEX, head, near, prefixed, shaped } from "../rule.ts";
import type { Rule } from "../rule.ts";

const NEW_RELIC = "New Relic: API keys";

export const OPERATIONS: readonly Rule[] = [
  prefixed({
    kind: "grafana_token",
    source: "Grafana Cloud: Access policy tokens",
    anchors: ["glc_"],
    follow: "A-Za-z0-9+/",
    body: "A-Za-z0-9+/=",
    min: 32,
    max: 400,
    judge: isMixed,
  }),
  prefixed({
    kind: "grafana_token",
    source: "Grafana: Service account tokens",
    anchors: ["glsa_"],
    body: "A-Za-z0-9_",
    min: 38,
    max: 64,
    usual: 41,
  }),
  prefixed({
    kind: "grafana_token",
    source: "Grafana: API keys (base64 of a JSON object that begins with its key)",
    anchors: ["eyJrIjoi"],
    body: "A-Za-z0-9+/=",
    min: 60,
    max: 400,
    usual: 88,
  }),
  prefixed({
    kind: "new_relic_key",
    source: NEW_RELIC,
    anchors: ["NRAK-", "NRII-", "NRIQ-", "NRSP-", "NRRA-", "NRAA-", "NRBR-"],
    body: "A-Za-z0-9_-",
    min: 19,
    max: 64,
    usual: 27,
    judge: (value) => isRandom(value),
  }),
  shaped({
    kind: "new_relic_key",
    source: NEW_RELIC,
    anchors: ["NRAL"],
    pattern: `(?<value>${head(BASE62, "{36}")}NRAL)(?![A-Za-z0-9])`,
    after: 6,
    before: 36,
  }),
  near({
    kind: "datadog_key",
    source: "Datadog: API and application keys",
    anchors: [
      "dd_api_key",
      "dd_app_key",
      "datadog_api_key",
      "datadog_app_key",
      "dd-api-key",
      "dd-application-key",
    ],
    gap: 16,
    value: ["(?:[0-9a-f]{40}|[0-9a-f]{32})", 40],
  }),
  prefixed({
    kind: "sentry_token",
    source: "Sentry: Auth tokens, organization and user tokens",
    anchors: ["sntrys_"],
    body: "A-Za-z0-9+/=_-",
    min: 60,
    max: 600,
    usual: 100,
  }),
  prefixed({
    kind: "sentry_token",
    source: "Sentry: Auth tokens, organization and user tokens",
    anchors: ["sntryu_", "sntrya_"],
    body: LOWER_HEX,
    min: 64,
  }),
  prefixed({
    kind: "dynatrace_token",
    source: "Dynatrace: Access tokens, token format",
    anchors: ["dt0c01.", "dt0s01.", "dt0s02.", "dt0s04.", "dt0s08.", "dt0s16.", "dt0e01."],
    body: "A-Z0-9",
    min: 8,
    max: 32,
    usual: 89,
    tail: [String.raw`\.[A-Z0-9]{64}`, 65],
  }),
  near({
    kind: "pagerduty_api_key",
    source: "PagerDuty: API access keys",
    anchors: ["pagerduty", "pager_duty", "authorization: token token="],
    gap: 40,
    value: ["(?:u\\+[A-Za-z0-9_+-]{18}|y_[A-Za-z0-9_+-]{18}|[A-Za-z0-9_+-]{20})", 20],
    judge: isMixed,
  }),
  prefixed({
    kind: "honeycomb_key",
    source: "Honeycomb: API keys, ingest and configuration keys",
    anchors: ["hcaik_", "hcaic_", "hcalk_", "hcamk_"],
    body: "a-z0-9",
    min: 58,
    max: 64,
  }),
];
