/** Reasons why a callback URL is refused. */
export const callbackUrlWords = {
  too_long: { es: "tiene más de 2048 caracteres", en: "is longer than 2048 characters" },
  not_a_url: { es: "no es una URL", en: "is not a URL" },
  not_https: { es: "debe ser una URL https", en: "must be an https URL" },
  user_info: {
    es: "no debe contener usuario ni contraseña",
    en: "must not contain a user name or password",
  },
  fragment: { es: "no debe contener un fragmento (#)", en: "must not contain a fragment (#)" },
  port_not_allowed: {
    es: "debe usar el puerto 443 o el 8443, u otro que haya abierto quien administra el servicio",
    en: "must use port 443 or 8443, or another that the operator has opened",
  },
  address_not_public: {
    es: "no debe llevar a una dirección privada o reservada",
    en: "must not lead to a private or reserved address",
  },
};
