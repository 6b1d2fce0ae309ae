/**
 * Secret-shaped tokens, put together at run time from parts, so that none stands in the repository. One entry for each form of each kind:
 * `make` draws a token from a seeded source, `secret` tells what of it must be hidden where that is not all.
 */

import {
  BASE62,
  BASE64,
  DIGITS,
  HEX,
  LOWER,
  UPPER,
  URLSAFE,
  base64url,
  draw,
  jwt,
  keyBody,
  mixed,
  privateKey,
  uuid,
} from "./draw.ts";
import type { Random } from "./draw.ts";

export { jwt, privateKey, seeded } from "./draw.ts";

export interface Positive {
  readonly kind: string;
  /** Parts are joined: what is between the marks is the secret, the rest is its surroundings. */
  readonly make: (random: Random) => {
    readonly before?: string;
    readonly secret: string;
    readonly after?: string;
  };
}

const token = (kind: string, prefix: readonly string[], alphabet: string, length: number): Positive => ({
  kind,
  make: (random) => ({ secret: prefix.join("") + mixed(random, alphabet, length) }),
});
const hex = (kind: string, prefix: readonly string[], length: number): Positive => ({
  kind,
  make: (random) => ({ secret: prefix.join("") + draw(random, HEX, length) }),
});
const valued = (kind: string, before: string, value: (random: Random) => string, after = ""): Positive => ({
  kind,
  make: (random) => ({ before, secret: value(random), after }),
});

const KEY = "PRIVATE " + "KEY";

export const POSITIVES: readonly Positive[] = [
  ...["AKIA", "ASIA", "ABIA", "ACCA"].map((prefix) =>
    token("aws_access_key_id", [prefix], `${UPPER}234567`, 16),
  ),
  valued("aws_secret_access_key", "aws_secret_access_key = ", (r) => mixed(r, BASE64, 40)),
  valued("aws_secret_access_key", '"SecretAccessKey": "', (r) => mixed(r, BASE64, 40), '",'),
  valued("aws_secret_access_key", "export AWS_SECRET_ACCESS_KEY='", (r) => mixed(r, BASE64, 40), "'"),
  valued("aws_secret_access_key", "<SecretAccessKey>", (r) => mixed(r, BASE64, 40), "</SecretAccessKey>"),
  token("aws_session_token", ["IQoJb3", "JpZ2luX2"], BASE64, 300),
  token("aws_session_token", ["FwoGZX", "IvYXdz"], BASE64, 300),
  token("aws_bedrock_api_key", ["ABSKQmVk", "cm9ja0FQSUtleS"], BASE64, 110),
  { kind: "amazon_mws_token", make: (r) => ({ secret: "amzn." + "mws." + uuid(r) }) },
  token("google_api_key", ["AI", "za"], URLSAFE, 35),
  token("google_oauth_client_secret", ["GOC", "SPX-"], URLSAFE, 28),
  token("google_oauth_access_token", ["ya", "29."], URLSAFE, 180),
  token("google_oauth_refresh_token", ["1/", "/0"], URLSAFE, 100),
  token("google_hmac_key_id", ["GOO", "G1E"], UPPER + DIGITS, 57),
  {
    kind: "firebase_server_key",
    make: (r) => ({ secret: `AAAA${draw(r, URLSAFE, 7)}:APA` + `91b${draw(r, URLSAFE, 134)}` }),
  },
  valued(
    "azure_account_key",
    "AccountName=store;AccountKey=",
    (r) => `${draw(r, BASE64, 86)}==`,
    ";EndpointSuffix=core",
  ),
  valued("azure_account_key", "SharedAccessKeyName=Root;SharedAccessKey=", (r) => `${draw(r, BASE64, 43)}=`),
  valued(
    "azure_sas_signature",
    "https://a.blob/c?sv=2024-01-01&sp=r&sig=",
    (r) => `${draw(r, BASE62, 43)}%3D`,
    "&se=2026",
  ),
  {
    kind: "azure_client_secret",
    make: (r) => ({ secret: `${draw(r, BASE62, 3)}8Q` + `~${draw(r, URLSAFE, 33)}a` }),
  },
  {
    kind: "azure_api_key",
    make: (r) => ({ secret: `${draw(r, BASE62, 52)}JQQ` + `J99${draw(r, BASE62, 26)}` }),
  },
  ...(
    [
      [44, "AzFu", 5, "A=="],
      [42, "AzSe", 0, "Cd9fG0"],
      [76, "+ASt", 5, "w=="],
      [76, "ACDb", 5, "Q=="],
      [33, "+AEh", 5, "="],
    ] as const
  ).map(([length, signature, behind, end]): Positive => ({
    kind: "azure_api_key",
    make: (r) => ({ secret: draw(r, BASE62, length) + signature + draw(r, BASE62, behind) + end }),
  })),
  token("alibaba_access_key_id", ["LT", "AI"], BASE62, 20),
  token("tencent_secret_id", ["AK", "ID"], BASE62, 32),
  token("yandex_api_key", ["AQ", "VN"], URLSAFE, 36),
  hex("digitalocean_token", ["dop", "_v1_"], 64),
  hex("digitalocean_token", ["doo", "_v1_"], 64),
  { kind: "heroku_api_key", make: (r) => ({ secret: `HRKU` + `-${uuid(r)}` }) },
  token("fly_token", ["fo", "1_"], URLSAFE, 43),
  token("fly_token", ["FlyV1 f", "m2_"], BASE64, 300),
  {
    kind: "cloudflare_origin_ca_key",
    make: (r) => ({ secret: `v1.0` + `-${draw(r, HEX, 24)}-${draw(r, HEX, 146)}` }),
  },
  valued("cloudflare_api_token", "CLOUDFLARE_API_TOKEN=", (r) => mixed(r, BASE62, 40)),
  hex("supabase_key", ["sb", "p_"], 40),
  token("supabase_key", ["sb_", "secret_"], URLSAFE, 31),
  token("vercel_blob_token", ["vercel_", "blob_rw_"], BASE62, 47),
  token("vercel_token", ["vc", "p_"], BASE62, 40),
  token("vercel_token", ["vc", "a_"], BASE62, 56),
  token("cloudflare_api_token", ["cf", "ut_"], BASE62, 48),
  token("netlify_token", ["nf", "p_"], BASE62, 36),
  token("render_api_key", ["rn", "d_"], BASE62, 32),
  token("planetscale_token", ["pscale", "_tkn_"], URLSAFE, 43),
  token("planetscale_token", ["pscale", "_pw_"], URLSAFE, 43),
  hex("databricks_token", ["da", "pi"], 32),
  token("pinecone_api_key", ["pc", "sk_"], BASE62, 70),
  token("mongodb_atlas_secret", ["mdb_", "sa_sk_"], BASE62, 40),
  token("jfrog_token", ["AK", "Cp"], BASE62, 69),

  ...["ghp", "gho", "ghu", "ghs", "ghr"].map((prefix) => token("github_token", [prefix, "_"], BASE62, 36)),
  {
    kind: "github_token",
    make: (r) => ({ secret: `github` + `_pat_${draw(r, BASE62, 22)}_${draw(r, BASE62, 59)}` }),
  },
  {
    kind: "github_token",
    make: (r) => ({ secret: `gh` + `s_${draw(r, DIGITS, 6)}_${jwt(r, "RS256", 342)}` }),
  },
  token("gitlab_token", ["gl", "pat-"], URLSAFE, 20),
  token("gitlab_token", ["gl", "rt-"], URLSAFE, 20),
  {
    kind: "gitlab_token",
    make: (r) => ({ secret: `gl` + `pat-${draw(r, URLSAFE, 40)}.01.${draw(r, HEX, 9)}` }),
  },
  token("gitlab_runner_token", ["GR134", "8941"], URLSAFE, 20),
  token("bitbucket_app_password", ["AT", "BB"], BASE62, 32),
  token("atlassian_api_token", ["ATATT3x", "FfGF0"], URLSAFE, 180),
  token("npm_token", ["np", "m_"], BASE62, 36),
  valued("npm_token", "//registry.npmjs.org/:_authToken=", (r) => uuid(r)),
  token("pypi_token", ["pypi-", "AgEIcHlwaS5vcmc"], URLSAFE, 150),
  hex("rubygems_api_key", ["ruby", "gems_"], 48),
  token("nuget_api_key", ["oy", "2"], `${LOWER}234567`, 43),
  hex("clojars_token", ["CLO", "JARS_"], 60),
  token("docker_token", ["dckr", "_pat_"], URLSAFE, 27),
  token("docker_token", ["dckr", "_oat_"], URLSAFE, 32),
  valued(
    "docker_registry_auth",
    '{"auths":{"r.io":{"auth": "',
    (r) => Buffer.from(`bot:${draw(r, BASE62, 20)}`).toString("base64"),
    '"}}}',
  ),
  hex("sonar_token", ["sq", "p_"], 40),
  token("circleci_token", ["CCI", "PAT_"], BASE62, 62),
  hex("buildkite_token", ["bk", "ua_"], 40),
  {
    kind: "terraform_cloud_token",
    make: (r) => ({ secret: `${draw(r, BASE62, 14)}.atlas` + `v1.${draw(r, BASE62, 67)}` }),
  },
  token("vault_token", ["hv", "s."], URLSAFE, 90),
  token("vault_token", ["hv", "b."], URLSAFE, 150),
  hex("pulumi_token", ["pu", "l-"], 40),
  token("doppler_token", ["dp.", "pt."], BASE62, 43),
  token("infracost_api_key", ["ic", "o-"], BASE62, 32),
  token("prefect_api_key", ["pn", "u_"], BASE62, 36),
  hex("sourcegraph_token", ["sg", "p_"], 40),
  { kind: "postman_api_key", make: (r) => ({ secret: `PMA` + `K-${draw(r, HEX, 24)}-${draw(r, HEX, 34)}` }) },
  hex("readme_api_key", ["rd", "me_"], 70),
  token("onepassword_service_token", ["ops_", "eyJ"], BASE64, 250),
  {
    kind: "onepassword_secret_key",
    make: (r) => ({
      secret: `A` + `3-${[6, 6, 5, 5, 5, 5].map((n) => draw(r, UPPER + DIGITS, n)).join("-")}`,
    }),
  },
  {
    kind: "tailscale_key",
    make: (r) => ({ secret: `ts` + `key-auth-${draw(r, BASE62, 12)}CNTRL-${draw(r, BASE62, 32)}` }),
  },

  token("openai_api_key", ["sk-", "proj-"], URLSAFE, 156),
  {
    kind: "openai_api_key",
    make: (r) => ({ secret: `sk` + `-${draw(r, BASE62, 20)}T3BlbkFJ${draw(r, BASE62, 20)}` }),
  },
  hex("openai_api_key", ["sk", "-a1"], 30),
  { kind: "anthropic_api_key", make: (r) => ({ secret: `sk` + `-ant-api03-${draw(r, URLSAFE, 93)}AA` }) },
  hex("openrouter_api_key", ["sk-or", "-v1-"], 64),
  token("huggingface_token", ["h", "f_"], LOWER + UPPER, 34),
  token("groq_api_key", ["gs", "k_"], BASE62, 52),
  token("xai_api_key", ["xa", "i-"], BASE62, 80),
  token("perplexity_api_key", ["pp", "lx-"], BASE62, 48),
  token("replicate_api_token", ["r", "8_"], BASE62, 37),
  token("nvidia_api_key", ["nv", "api-"], URLSAFE, 64),
  {
    kind: "langsmith_api_key",
    make: (r) => ({ secret: `lsv2` + `_pt_${draw(r, HEX, 32)}_${draw(r, HEX, 10)}` }),
  },
  token("tavily_api_key", ["tv", "ly-"], BASE62, 32),
  hex("e2b_api_key", ["e2", "b_"], 40),
  token("cerebras_api_key", ["cs", "k-"], BASE62, 48),

  {
    kind: "slack_token",
    make: (r) => ({
      secret: `xox` + `b-${draw(r, DIGITS, 12)}-${draw(r, DIGITS, 13)}-${draw(r, BASE62, 24)}`,
    }),
  },
  {
    kind: "slack_token",
    make: (r) => ({
      secret:
        `xox` + `p-${draw(r, DIGITS, 12)}-${draw(r, DIGITS, 12)}-${draw(r, DIGITS, 12)}-${draw(r, HEX, 32)}`,
    }),
  },
  { kind: "slack_token", make: (r) => ({ secret: `xoxe.xox` + `p-1-${draw(r, BASE62, 160)}` }) },
  {
    kind: "slack_token",
    make: (r) => ({
      secret: `xap` + `p-1-A${draw(r, UPPER, 10)}-${draw(r, DIGITS, 13)}-${draw(r, HEX, 64)}`,
    }),
  },
  valued(
    "slack_webhook_url",
    "https://hooks.slack" + ".com/services/",
    (r) => `T${draw(r, UPPER, 8)}/B${draw(r, UPPER, 10)}/${draw(r, BASE62, 24)}`,
  ),
  valued(
    "discord_webhook_url",
    "https://discord" + ".com/api/webhooks/",
    (r) => `${draw(r, DIGITS, 18)}/${draw(r, URLSAFE, 68)}`,
  ),
  valued(
    "discord_bot_token",
    "DISCORD_TOKEN=",
    (r) => `M${draw(r, BASE62, 25)}.${draw(r, BASE62, 6)}.${draw(r, BASE62, 38)}`,
  ),
  valued(
    "discord_bot_token",
    "Authorization: Bot ",
    (r) => `O${draw(r, BASE62, 25)}.${draw(r, BASE62, 6)}.${draw(r, BASE62, 38)}`,
  ),
  {
    kind: "telegram_bot_token",
    make: (r) => ({ secret: `7${draw(r, DIGITS, 9)}:A` + `A${draw(r, URLSAFE, 32)}x` }),
  },
  hex("twilio_api_key", ["S", "K"], 32),
  valued("twilio_account_sid", "TWILIO_ACCOUNT_SID=", (r) => `AC${draw(r, HEX, 32)}`),
  valued("twilio_auth_token", "TWILIO_AUTH_TOKEN=", (r) => draw(r, HEX, 32)),
  {
    kind: "sendgrid_api_key",
    make: (r) => ({ secret: `S` + `G.${draw(r, URLSAFE, 22)}.${draw(r, URLSAFE, 43)}` }),
  },
  hex("mailgun_api_key", ["ke", "y-"], 32),
  valued(
    "mailgun_api_key",
    "MAILGUN_API_KEY: ",
    (r) => `${draw(r, HEX, 32)}-${draw(r, HEX, 8)}-${draw(r, HEX, 8)}`,
  ),
  {
    kind: "mailchimp_api_key",
    make: (r) => ({ secret: `${draw(r, HEX, 32)}-u` + `s1${draw(r, DIGITS, 1)}` }),
  },
  {
    kind: "brevo_api_key",
    make: (r) => ({ secret: `xkey` + `sib-${draw(r, HEX, 64)}-${draw(r, BASE62, 16)}` }),
  },
  valued("resend_api_key", "RESEND_API_KEY=", (r) => `re_${draw(r, BASE62, 8)}_${draw(r, BASE62, 24)}`),
  token("linear_api_key", ["lin_", "api_"], BASE62, 40),
  token("notion_token", ["nt", "n_"], BASE62, 46),
  token("notion_token", ["sec", "ret_"], BASE62, 43),
  token("figma_token", ["fi", "gd_"], URLSAFE, 40),
  valued("airtable_token", "AIRTABLE_TOKEN=", (r) => `pat${draw(r, BASE62, 14)}.${draw(r, HEX, 64)}`),
  { kind: "hubspot_token", make: (r) => ({ secret: `pat-` + `na1-${uuid(r)}` }) },
  token("dropbox_token", ["sl", ".B"], URLSAFE, 135),
  token("intercom_token", ["dG9", "rO"], BASE62, 55),
  token("contentful_token", ["CFP", "AT-"], URLSAFE, 43),
  token("typeform_token", ["tf", "p_"], BASE62, 59),
  token("frameio_token", ["fio", "-u-"], URLSAFE, 64),
  token("facebook_token", ["EA", "AD"], BASE62, 180),
  valued("facebook_app_secret", "FACEBOOK_APP_SECRET=", (r) => draw(r, HEX, 32)),
  {
    kind: "mapbox_secret_token",
    make: (r) => ({ secret: `sk.` + `eyJ${draw(r, URLSAFE, 80)}.${draw(r, URLSAFE, 22)}` }),
  },
  token("duffel_token", ["duffel", "_live_"], URLSAFE, 43),
  valued("okta_api_token", "Authorization: SSWS ", (r) => `00${draw(r, BASE62, 40)}`),

  {
    kind: "twitter_bearer_token",
    make: (r) => ({
      secret: `${"A".repeat(21)}M${draw(r, BASE62, 14)}%2B${draw(r, BASE62, 24)}%3D${draw(r, BASE62, 50)}`,
    }),
  },
  token("mailchimp_transactional_key", ["md", "-"], URLSAFE, 22),
  token("adobe_client_secret", ["p8", "e-"], BASE62, 32),
  token("scalingo_token", ["tk-", "us-"], URLSAFE, 48),
  {
    kind: "adyen_api_key",
    make: (r) => ({
      secret: `AQE${draw(r, LOWER, 4)}${draw(r, BASE64, 100)}-${draw(r, BASE64, 43)}=-${draw(r, BASE62, 16)}`,
    }),
  },
  valued("pagerduty_api_key", "PAGERDUTY_TOKEN=", (r) => `u+${mixed(r, BASE62, 18)}`),

  token("stripe_key", ["sk_", "live_"], BASE62, 24),
  token("stripe_key", ["rk_", "live_"], BASE62, 99),
  token("stripe_key", ["sk_", "test_"], BASE62, 24),
  token("stripe_webhook_secret", ["wh", "sec_"], BASE62, 32),
  hex("shopify_token", ["shp", "at_"], 32),
  hex("shopify_token", ["shp", "ss_"], 32),
  token("square_access_token", ["sq0", "atp-"], URLSAFE, 22),
  token("square_access_token", ["sq0", "csp-"], URLSAFE, 43),
  token("square_access_token", ["EAA", "AE"], BASE62, 59),
  {
    kind: "braintree_access_token",
    make: (r) => ({ secret: `access_token` + `$production$${draw(r, LOWER, 16)}$${draw(r, HEX, 32)}` }),
  },
  { kind: "plaid_access_token", make: (r) => ({ secret: `access-` + `production-${uuid(r)}` }) },
  { kind: "flutterwave_key", make: (r) => ({ secret: `FLW` + `SECK-${draw(r, HEX, 32)}-X` }) },
  hex("shippo_token", ["shippo", "_live_"], 40),
  token("easypost_api_key", ["EZ", "AK"], BASE62, 54),

  token("grafana_token", ["gl", "c_"], BASE64, 100),
  { kind: "grafana_token", make: (r) => ({ secret: `gl` + `sa_${draw(r, BASE62, 32)}_${draw(r, HEX, 8)}` }) },
  token("grafana_token", ["eyJr", "Ijoi"], BASE62, 88),
  token("new_relic_key", ["NR", "AK-"], UPPER + DIGITS, 27),
  { kind: "new_relic_key", make: (r) => ({ secret: `${draw(r, HEX, 36)}NR` + `AL` }) },
  valued("datadog_key", "DD_API_KEY=", (r) => draw(r, HEX, 32)),
  token("sentry_token", ["snt", "rys_"], BASE64, 120),
  hex("sentry_token", ["snt", "ryu_"], 64),
  {
    kind: "dynatrace_token",
    make: (r) => ({ secret: `dt0` + `c01.${draw(r, UPPER, 24)}.${draw(r, UPPER, 64)}` }),
  },
  token("honeycomb_key", ["hca", "ik_"], LOWER + DIGITS, 58),

  ...[
    KEY,
    `RSA ${KEY}`,
    `EC ${KEY}`,
    `DSA ${KEY}`,
    `OPENSSH ${KEY}`,
    `ENCRYPTED ${KEY}`,
    `PGP ${KEY} BLOCK`,
  ].map((label): Positive => ({ kind: "private_key", make: (r) => ({ secret: privateKey(r, label) }) })),
  { kind: "private_key", make: (r) => ({ secret: privateKey(r, `RSA ${KEY}`, 12, "\r\n") }) },
  {
    kind: "private_key",
    make: (r) => ({ before: '{"private_key":"', secret: privateKey(r, KEY, 25, "\\n"), after: '\\n"}' }),
  },
  { kind: "private_key", make: (r) => ({ before: "KEY=", secret: privateKey(r, KEY, 25, " ") }) },
  { kind: "private_key", make: (r) => ({ secret: privateKey(r, KEY, 25, "") }) },
  valued(
    "private_key",
    "Private-Lines:",
    (r) => ` 2\n${keyBody(r, 2, "\n")}\nPrivate-MAC: ${draw(r, HEX, 40)}`,
  ),
  valued("private_key", "client-key-data: ", (r) =>
    Buffer.from(privateKey(r, `RSA ${KEY}`)).toString("base64"),
  ),
  { kind: "jwt", make: (r) => ({ secret: jwt(r) }) },
  { kind: "jwt", make: (r) => ({ secret: jwt(r, "RS256", 342) }) },
  {
    kind: "jwt",
    make: (r) => ({
      secret: `${base64url('{"alg":"RSA-OAEP","enc":"A256GCM"}')}.${draw(r, URLSAFE, 342)}.${draw(r, URLSAFE, 16)}.${draw(r, URLSAFE, 200)}.${draw(r, URLSAFE, 22)}`,
    }),
  },
  valued("jwk_private_key", '{"kty":"EC","crv":"P-256","d":"', (r) => mixed(r, URLSAFE, 43), '"}'),
  valued("jwk_private_key", '{"kty":"oct","k":"', (r) => mixed(r, URLSAFE, 43), '"}'),
  token("age_secret_key", ["AGE-SECRET", "-KEY-1"], "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
  valued("wireguard_private_key", "PrivateKey = ", (r) => `${draw(r, BASE62, 42)}k=`),
  {
    kind: "nostr_private_key",
    make: (r) => ({ secret: `ns` + `ec1${draw(r, "qpzry9x8gf2tvdw0s3jn54khce6mua7l", 58)}` }),
  },

  valued("basic_authorization", "Authorization: Basic ", (r) =>
    Buffer.from(`admin:${draw(r, BASE62, 12)}`).toString("base64"),
  ),
  valued("bearer_authorization", "Authorization: Bearer ", (r) => mixed(r, URLSAFE, 40)),
  valued("bearer_authorization", '{"authorization":"bearer ', (r) => mixed(r, URLSAFE, 40), '"}'),
  valued("api_key_header", "X-Api-Key: ", (r) => mixed(r, BASE62, 32)),
  valued("api_key_header", "PRIVATE-TOKEN: ", (r) => mixed(r, BASE62, 20)),
  valued("url_parameter_password", "GET /login?user=a&password=", (r) => mixed(r, BASE62, 10), "&x=1"),
  valued("url_parameter_token", "GET /v1?access_token=", (r) => mixed(r, BASE62, 32), "&x=1"),
  valued("oauth_client_secret", "client_secret: ", (r) => mixed(r, BASE62, 32)),
  valued("oauth_token", '{"access_token":"', (r) => mixed(r, BASE62, 32), '","token_type":"bearer"}'),
  valued(
    "connection_string_password",
    "Server=db;Database=x;User Id=sa;Password=",
    (r) => mixed(r, BASE62, 12),
    ";Encrypt=true",
  ),
  valued("connection_string_password", "Password=", (r) => mixed(r, BASE62, 12), ";User ID=sa;Server=db"),
  valued("connection_string_password", "Driver={SQL};Uid=sa;Pwd={", (r) => `${mixed(r, BASE62, 12)} x`, "};"),
  valued(
    "connection_string_password",
    "host=db dbname=shop user=a password=",
    (r) => mixed(r, BASE62, 12),
    " sslmode=require",
  ),
  valued(
    "connection_string_password",
    "host=db user=a password=",
    (r) => mixed(r, BASE62, 12),
    " dbname=shop",
  ),
  valued("authorization_header", "Authorization: ", (r) => uuid(r)),
  valued("environment_password", "POSTGRES_PASSWORD: ", (r) => mixed(r, BASE62, 12)),
  valued("environment_password", "PGPASSWORD=", (r) => mixed(r, BASE62, 12), " psql -h db"),
  valued("command_line_password", "mysql -u root --password=", (r) => mixed(r, BASE62, 12), " shop"),
  valued(
    "command_line_password",
    "curl -X POST \\\n  -d x \\\n  --user 'admin:",
    (r) => mixed(r, BASE62, 12),
    "' https://host/",
  ),
  valued("command_line_password", "curl -s -u admin:", (r) => mixed(r, BASE62, 12), " https://host/"),
  valued("url_password", "https://bob:", (r) => mixed(r, BASE62, 9), "@git.corp.net/x"),
  valued(
    "url_password",
    "postgres://app:",
    (r) => `${draw(r, BASE62, 4)}@${draw(r, BASE62, 4)}#1`,
    "@db.internal:5432/shop",
  ),
  valued("url_password", "redis://:", (r) => mixed(r, BASE62, 16), "@cache:6379"),
  valued("url_password", "mongodb+srv://u:", (r) => mixed(r, BASE62, 8), "@cluster0.mongodb.net/db"),
];

export const textOf = ({ before = "", secret, after = "" }: ReturnType<Positive["make"]>): string =>
  before + secret + after;
