/** Zones that Windows names, and the place whose clock each is (windowsZones of CLDR 48). */

/** Per area `Place Name`: " Standard Time" follows each name but those after "=". */
const places = {
  Africa: [
    "Cairo Egypt, Casablanca Morocco, Johannesburg South Africa, Juba South Sudan",
    "Khartoum Sudan, Lagos W. Central Africa, Nairobi E. Africa, Sao_Tome Sao Tome",
    "Tripoli Libya, Windhoek Namibia",
  ],
  America: [
    "Adak Aleutian, Anchorage Alaskan, Araguaina Tocantins, Asuncion Paraguay, Bahia Bahia",
    "Bogota SA Pacific, Buenos_Aires Argentina, Cancun =Eastern Standard Time (Mexico)",
    "Caracas Venezuela, Cayenne SA Eastern, Chicago Central, Cuiaba Central Brazilian",
    "Denver Mountain, Godthab Greenland, Grand_Turk Turks And Caicos",
    "Guatemala Central America, Halifax Atlantic, Havana Cuba, Indianapolis US Eastern",
    "La_Paz SA Western, Los_Angeles Pacific, Mazatlan =Mountain Standard Time (Mexico)",
    "Mexico_City =Central Standard Time (Mexico), Miquelon Saint Pierre",
    "Montevideo Montevideo, New_York Eastern, Phoenix US Mountain, Port-au-Prince Haiti",
    "Punta_Arenas Magallanes, Regina Canada Central, Santiago Pacific SA",
    "Sao_Paulo E. South America, St_Johns Newfoundland",
    "Tijuana =Pacific Standard Time (Mexico), Whitehorse Yukon",
  ],
  Asia: [
    "Amman Jordan, Baghdad Arabic, Baku Azerbaijan, Bangkok SE Asia, Barnaul Altai",
    "Beirut Middle East, Bishkek Central Asia, Calcutta India, Chita Transbaikal",
    "Colombo Sri Lanka, Damascus Syria, Dhaka Bangladesh, Dubai Arabian, Hebron West Bank",
    "Hovd W. Mongolia, Irkutsk North Asia East, Jerusalem Israel, Kabul Afghanistan",
    "Kamchatka =Russia Time Zone 11, Karachi Pakistan, Katmandu Nepal",
    "Krasnoyarsk North Asia, Magadan Magadan, Novosibirsk N. Central Asia, Omsk Omsk",
    "Pyongyang North Korea, Qyzylorda Qyzylorda, Rangoon Myanmar, Riyadh Arab",
    "Sakhalin Sakhalin, Seoul Korea, Shanghai China, Singapore Singapore",
    "Srednekolymsk =Russia Time Zone 10, Taipei Taipei, Tashkent West Asia",
    "Tbilisi Georgian, Tehran Iran, Tokyo Tokyo, Tomsk Tomsk, Ulaanbaatar Ulaanbaatar",
    "Vladivostok Vladivostok, Yakutsk Yakutsk, Yekaterinburg Ekaterinburg, Yerevan Caucasus",
  ],
  Atlantic: [
    "Azores Azores, Cape_Verde Cape Verde, Reykjavik Greenwich",
  ],
  Australia: [
    "Adelaide Cen. Australia, Brisbane E. Australia, Darwin AUS Central",
    "Eucla Aus Central W., Hobart Tasmania, Lord_Howe Lord Howe, Perth W. Australia",
    "Sydney AUS Eastern",
  ],
  Etc: [
    "GMT+11 =UTC-11, GMT+12 Dateline, GMT+2 =UTC-02, GMT+8 =UTC-08, GMT+9 =UTC-09",
    "GMT-12 =UTC+12, GMT-13 =UTC+13, UTC =UTC",
  ],
  Europe: [
    "Astrakhan Astrakhan, Berlin W. Europe, Bucharest GTB, Budapest Central Europe",
    "Chisinau E. Europe, Istanbul Turkey, Kaliningrad Kaliningrad, Kiev FLE, London GMT",
    "Minsk Belarus, Moscow Russian, Paris Romance, Samara =Russia Time Zone 3",
    "Saratov Saratov, Volgograd Volgograd, Warsaw Central European",
  ],
  Indian: [
    "Mauritius Mauritius",
  ],
  Pacific: [
    "Apia Samoa, Auckland New Zealand, Bougainville Bougainville, Chatham Chatham Islands",
    "Easter Easter Island, Fiji Fiji, Guadalcanal Central Pacific, Honolulu Hawaiian",
    "Kiritimati Line Islands, Marquesas Marquesas, Norfolk Norfolk",
    "Port_Moresby West Pacific, Tongatapu Tonga",
  ],
};

/** IANA names by those of Windows, in small letters. */
export const windowsZones: ReadonlyMap<string, string> = new Map(
  Object.entries(places).flatMap(([area, lines]) =>
    lines.flatMap((line) => line.split(", ")).map((entry) => {
      const [place = "", ...words] = entry.split(" ");
      const name = words.join(" ");
      const whole = name.startsWith("=") ? name.slice(1) : `${name} Standard Time`;
      return [whole.toLowerCase(), `${area}/${place}`] as const;
    })
  ),
);
