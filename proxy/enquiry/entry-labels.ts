import { primaryLanguage } from '../settings/texts.ts';

/** The labels of the `meta` entries that the proxy adds to an enquiry, and of the question that it adds to a form. */
interface EntryLabels {
  /** A question that visitors see, too. */
  best_time: string;
  form_version: string;
  site: string;
  language: string;
  landing_page: string;
  parameter: (name: string) => string;
  first_landing_page: string;
  first_referrer: string;
  /** A parameter of the first visit. */
  first_parameter: (name: string) => string;
  sources: string;
  possible_duplicate_of: string;
  suspected_spam: string;
}

const english: EntryLabels = {
  best_time: 'Best time to call',
  form_version: 'Form version',
  site: 'Site',
  language: 'Language',
  landing_page: 'Landing page',
  parameter: name => `Parameter ${name}`,
  first_landing_page: 'First visit: landing page',
  first_referrer: 'First visit: referrer',
  first_parameter: name => `First visit: parameter ${name}`,
  sources: 'Sources of the values',
  possible_duplicate_of: 'Possible duplicate of',
  suspected_spam: 'Possible spam',
};

/** The labels by language. */
export const entryLabels: ReadonlyMap<string, EntryLabels> = new Map([
  ['en', english],
  [
    'ar',
    {
      best_time: 'أفضل وقت للاتصال',
      form_version: 'إصدار النموذج',
      site: 'الموقع',
      language: 'اللغة',
      landing_page: 'الصفحة المقصودة',
      parameter: name => `المعلمة ${name}`,
      first_landing_page: 'الزيارة الأولى: الصفحة المقصودة',
      first_referrer: 'الزيارة الأولى: الصفحة المُحيلة',
      first_parameter: name => `الزيارة الأولى: المعلمة ${name}`,
      sources: 'مصادر القيم',
      possible_duplicate_of: 'نسخة مكررة محتملة من',
      suspected_spam: 'بريد مزعج محتمل',
    },
  ],
  [
    'cy',
    {
      best_time: 'Yr amser gorau i ffonio',
      form_version: 'Fersiwn y ffurflen',
      site: 'Gwefan',
      language: 'Iaith',
      landing_page: 'Tudalen lanio',
      parameter: name => `Paramedr ${name}`,
      first_landing_page: 'Ymweliad cyntaf: tudalen lanio',
      first_referrer: 'Ymweliad cyntaf: tudalen gyfeirio',
      first_parameter: name => `Ymweliad cyntaf: paramedr ${name}`,
      sources: 'Ffynonellau’r gwerthoedd',
      possible_duplicate_of: 'Dyblygiad posibl o',
      suspected_spam: 'Sbam posibl',
    },
  ],
  [
    'de',
    {
      best_time: 'Beste Zeit für einen Anruf',
      form_version: 'Formularversion',
      site: 'Website',
      language: 'Sprache',
      landing_page: 'Einstiegsseite',
      parameter: name => `Parameter ${name}`,
      first_landing_page: 'Erster Besuch: Einstiegsseite',
      first_referrer: 'Erster Besuch: verweisende Seite',
      first_parameter: name => `Erster Besuch: Parameter ${name}`,
      sources: 'Herkunft der Werte',
      possible_duplicate_of: 'Mögliche Dublette von',
      suspected_spam: 'Möglicherweise Spam',
    },
  ],
  [
    'es',
    {
      best_time: 'Mejor hora para llamarle',
      form_version: 'Versión del formulario',
      site: 'Sitio web',
      language: 'Idioma',
      landing_page: 'Página de destino',
      parameter: name => `Parámetro ${name}`,
      first_landing_page: 'Primera visita: página de destino',
      first_referrer: 'Primera visita: página de procedencia',
      first_parameter: name => `Primera visita: parámetro ${name}`,
      sources: 'Origen de los valores',
      possible_duplicate_of: 'Posible duplicado de',
      suspected_spam: 'Posible spam',
    },
  ],
  [
    'fr',
    {
      best_time: 'Meilleur moment pour vous appeler',
      form_version: 'Version du formulaire',
      site: 'Site',
      language: 'Langue',
      landing_page: 'Page d’arrivée',
      parameter: name => `Paramètre ${name}`,
      first_landing_page: 'Première visite : page d’arrivée',
      first_referrer: 'Première visite : page de provenance',
      first_parameter: name => `Première visite : paramètre ${name}`,
      sources: 'Origine des valeurs',
      possible_duplicate_of: 'Doublon possible de',
      suspected_spam: 'Spam possible',
    },
  ],
  [
    'pl',
    {
      best_time: 'Najlepsza pora na telefon',
      form_version: 'Wersja formularza',
      site: 'Witryna',
      language: 'Język',
      landing_page: 'Strona wejścia',
      parameter: name => `Parametr ${name}`,
      first_landing_page: 'Pierwsza wizyta: strona wejścia',
      first_referrer: 'Pierwsza wizyta: strona odsyłająca',
      first_parameter: name => `Pierwsza wizyta: parametr ${name}`,
      sources: 'Źródła wartości',
      possible_duplicate_of: 'Możliwy duplikat zgłoszenia',
      suspected_spam: 'Możliwy spam',
    },
  ],
]);

/** The labels in this language, a BCP 47 tag, or in English. */
export function labelsIn(language: string): EntryLabels {
  return entryLabels.get(primaryLanguage(language)) ?? english;
}
