/**
 * Names of the IANA data base (its `backward`, `etcetera` and `backzone` files, 2025b) that `Intl.supportedValuesOf`
 * does not list on every runtime, though zones by these names work. Written down because runtimes fold the case of a link
 * only by replacing it with its target, and because they also take names that IANA does not have (`IST`, `BST`).
 */
const LINK_NAMES = `
  Africa/Asmara Africa/Asmera Africa/Bamako Africa/Cairo Africa/Timbuktu Africa/Tripoli America/Adak
  America/Anchorage America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/ComodRivadavia
  America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza America/Atikokan America/Atka
  America/Buenos_Aires America/Catamarca America/Chicago America/Coral_Harbour America/Cordoba America/Denver
  America/Detroit America/Edmonton America/Ensenada America/Fort_Wayne America/Godthab America/Halifax
  America/Havana America/Indiana/Indianapolis America/Indiana/Knox America/Indianapolis America/Iqaluit
  America/Jamaica America/Jujuy America/Kentucky/Louisville America/Knox_IN America/Kralendijk America/Los_Angeles
  America/Louisville America/Lower_Princes America/Manaus America/Marigot America/Mazatlan America/Mendoza
  America/Mexico_City America/Montreal America/New_York America/Nipigon America/Noronha America/Nuuk America/Panama
  America/Pangnirtung America/Phoenix America/Porto_Acre America/Rainy_River America/Regina America/Rio_Branco
  America/Rosario America/Santa_Isabel America/Santiago America/Sao_Paulo America/Shiprock America/St_Barthelemy
  America/St_Johns America/St_Thomas America/Thunder_Bay America/Tijuana America/Toronto America/Vancouver
  America/Virgin America/Whitehorse America/Winnipeg America/Yellowknife Antarctica/McMurdo Antarctica/South_Pole
  Arctic/Longyearbyen Asia/Ashgabat Asia/Ashkhabad Asia/Calcutta Asia/Choibalsan Asia/Chongqing Asia/Chungking
  Asia/Dacca Asia/Dhaka Asia/Harbin Asia/Ho_Chi_Minh Asia/Hong_Kong Asia/Istanbul Asia/Jerusalem Asia/Kashgar
  Asia/Kathmandu Asia/Katmandu Asia/Kolkata Asia/Macao Asia/Macau Asia/Makassar Asia/Nicosia Asia/Rangoon
  Asia/Saigon Asia/Seoul Asia/Shanghai Asia/Singapore Asia/Taipei Asia/Tehran Asia/Tel_Aviv Asia/Thimbu
  Asia/Thimphu Asia/Tokyo Asia/Ujung_Pandang Asia/Ulaanbaatar Asia/Ulan_Bator Asia/Urumqi Asia/Yangon
  Atlantic/Faeroe Atlantic/Faroe Atlantic/Jan_Mayen Atlantic/Reykjavik Australia/ACT Australia/Adelaide
  Australia/Brisbane Australia/Broken_Hill Australia/Canberra Australia/Currie Australia/Darwin Australia/Hobart
  Australia/LHI Australia/Lord_Howe Australia/Melbourne Australia/NSW Australia/North Australia/Perth
  Australia/Queensland Australia/South Australia/Sydney Australia/Tasmania Australia/Victoria Australia/West
  Australia/Yancowinna Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West CET CST6CDT Canada/Atlantic
  Canada/Central Canada/Eastern Canada/Mountain Canada/Newfoundland Canada/Pacific Canada/Saskatchewan Canada/Yukon
  Chile/Continental Chile/EasterIsland Cuba EET EST EST5EDT Egypt Eire Etc/GMT Etc/GMT+0 Etc/GMT+1 Etc/GMT+10
  Etc/GMT+11 Etc/GMT+12 Etc/GMT+2 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5 Etc/GMT+6 Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT-0
  Etc/GMT-1 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13 Etc/GMT-14 Etc/GMT-2 Etc/GMT-3 Etc/GMT-4 Etc/GMT-5
  Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu
  Europe/Athens Europe/Belfast Europe/Bratislava Europe/Brussels Europe/Busingen Europe/Chisinau Europe/Dublin
  Europe/Istanbul Europe/Kiev Europe/Kyiv Europe/Lisbon Europe/London Europe/Mariehamn Europe/Moscow Europe/Nicosia
  Europe/Podgorica Europe/San_Marino Europe/Tiraspol Europe/Uzhgorod Europe/Vatican Europe/Warsaw Europe/Zaporozhye
  GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST
  MST7MDT Mexico/BajaNorte Mexico/BajaSur Mexico/General NZ NZ-CHAT Navajo PRC PST8PDT Pacific/Auckland
  Pacific/Chatham Pacific/Chuuk Pacific/Easter Pacific/Enderbury Pacific/Honolulu Pacific/Johnston Pacific/Kanton
  Pacific/Kwajalein Pacific/Pago_Pago Pacific/Pohnpei Pacific/Ponape Pacific/Samoa Pacific/Truk Pacific/Yap Poland
  Portugal ROC ROK Singapore Turkey UCT US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern
  US/Hawaii US/Indiana-Starke US/Michigan US/Mountain US/Pacific US/Samoa UTC Universal W-SU WET Zulu
`;

/** All IANA names, canonical zones and links alike, by their name in lower case. */
export function ianaNamesByLowerCase(): Map<string, string> {
  const links = LINK_NAMES.split(/\s+/).filter((name) => name !== '');
  return new Map([...links, ...Intl.supportedValuesOf('timeZone')].map((name) => [name.toLowerCase(), name]));
}
