/** Programs that mail in somebody's stead and name the person in Reply-To. */

/** Local parts by which web servers and shops send, at whatever domain. */
export const formNames: readonly string[] = [
  ...["wordpress", "woocommerce", "prestashop", "magento", "drupal", "joomla", "typo3", "moodle"],
  ...["www-data", "www", "apache", "httpd", "nginx", "webserver", "nobody"],
  ...["webform", "webforms", "web-form", "formmail", "contactform", "contact-form", "contactforms"],
  ...["formularioweb", "formulario-web"],
];

/** Domains, those below them included, from which forms and shops of many owners are sent. */
export const formDomains: readonly string[] = [
  ...["123formbuilder.com", "aidaform.com", "carrd.co", "cognitoforms.com", "fabform.io"],
  ...["fillout.com", "formbackend.com", "formcarry.com", "formcrafts.com", "formkeep.com"],
  ...["formresponse.com", "formsite.com", "formspark.io", "formspree.io", "formstack.com"],
  ...["formsubmit.co", "framer.com", "getform.io", "getsitecontrol.com", "jotform.com"],
  ...["netlify.com", "paperform.co", "powr.io", "staticforms.xyz", "submit-form.com", "tally.so"],
  ...["typeform.com", "typeform.io", "usebasin.com", "web3forms.com", "webflow.com", "wufoo.com"],
  ...["zohoforms.com", "zohoforms.eu"],
  ...["shopify.com", "shopifyemail.com", "squarespace.com", "squarespace.info", "weebly.com"],
  ...[
    "squareup.com",
    "wix.com",
    "wix-forms.com",
    "wixforms.com",
    "ascendbywix.com",
    "wordpress.com",
  ],
  ...["bigcommerce.com", "ecwid.com", "company.site", "prestashop.com", "tiendanube.com"],
  ...["nuvemshop.com.br", "jimdo.com", "webnode.com", "mywebsite-editor.com", "secureserver.net"],
  ...["duda.co", "strikingly.com", "palbin.com"],
];

/** Beginnings of local parts, between `-`, `_`, `.` and `+`, that say not to answer; without those. */
export const silentNames: readonly string[] = [
  ...["noreply", "noreplies", "donotreply", "dontreply", "notreply", "neverreply", "norply"],
  ...["noresponder", "noresponda", "norespondas", "noresponde", "norespuesta", "sinrespuesta"],
  ...["noresponeu", "norespongueu", "norespongui", "noresposta", "nonresponder", "nonresponda"],
  ...["naoresponda", "naoresponder", "nãoresponda", "nãoresponder", "ezerantzun"],
  ...["nepasrepondre", "nepasrépondre", "nerepondezpas", "nichtantworten", "keineantwort"],
  ...["nonrispondere", "norispondere", "nietantwoorden", "geenantwoord", "nieodpowiadaj"],
  "unmonitored",
];
