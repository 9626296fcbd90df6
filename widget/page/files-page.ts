import type { ContactUs } from '../../proxy/contract/definition.ts';
import { escapeHtml } from '../../proxy/contract/html.ts';
import type { PageContent } from '../../proxy/contract/page.ts';
import { talkLine } from '../form/form-view.ts';
import { type FilesPageMessages, filesPageMessages } from '../messages/en-files-page.ts';
import { isRightToLeft } from '../messages/format.ts';
import { translatorFor } from './catalogues.ts';
import { toHtml } from './server-html.ts';

/** The translations of the page that adds files to an enquiry. */
const translations: Record<string, FilesPageMessages> = {
  ar: {
    addFiles: 'إضافة صور أو مستندات',
    addFilesTo: 'ستُضاف إلى الطلب الذي أرسلته. رقمك المرجعي هو {reference}.',
    mayClose: 'يمكنك الآن إغلاق هذه الصفحة أو إضافة المزيد من الملفات.',
    mayCloseFull: 'يمكنك الآن إغلاق هذه الصفحة.',
    noMoreFiles: 'تلقينا كل الملفات التي يمكننا قبولها لهذا الطلب. يُرجى إرسال أي ملفات أخرى بطريقة أخرى.',
    linkIncomplete: 'جزء من هذا الرابط مفقود.',
    linkIncompleteHelp: 'انسخ الرابط بالكامل من إيصالك، أو امسح رمز QR مرة أخرى.',
    linkExpired: 'لم يعد هذا الرابط يعمل.',
    linkExpiredHelp: 'طلبك محفوظ لدينا. يُرجى إرسال ملفاتك بطريقة أخرى.',
    pageFailed: 'عذرًا، تعذّر تحميل هذه الصفحة.',
    needsScript: 'تحتاج هذه الصفحة إلى JavaScript. فعّل JavaScript في متصفحك، ثم أعد تحميل الصفحة.',
  },
  cy: {
    addFiles: 'Ychwanegu lluniau neu ddogfennau',
    addFilesTo: 'Byddant yn cael eu hychwanegu at yr ymholiad a anfonoch. Eich cyfeirnod yw {reference}.',
    mayClose: 'Gallwch gau’r dudalen hon nawr, neu ychwanegu rhagor o ffeiliau.',
    mayCloseFull: 'Gallwch gau’r dudalen hon nawr.',
    noMoreFiles:
      'Rydym wedi derbyn yr holl ffeiliau y gallwn eu derbyn ar gyfer yr ymholiad hwn. Anfonwch unrhyw rai eraill mewn ffordd arall.',
    linkIncomplete: 'Mae rhan o’r ddolen hon ar goll.',
    linkIncompleteHelp: 'Copïwch y ddolen gyfan o’ch derbynneb, neu sganiwch y cod QR eto.',
    linkExpired: 'Nid yw’r ddolen hon yn gweithio mwyach.',
    linkExpiredHelp: 'Mae eich ymholiad yn ddiogel. Anfonwch eich ffeiliau mewn ffordd arall.',
    pageFailed: 'Mae’n ddrwg gennym, nid oedd modd llwytho’r dudalen hon.',
    needsScript:
      'Mae angen JavaScript ar y dudalen hon. Trowch JavaScript ymlaen yn eich porwr, yna ail-lwythwch y dudalen.',
  },
  de: {
    addFiles: 'Fotos oder Dokumente hinzufügen',
    addFilesTo:
      'Sie werden der Anfrage hinzugefügt, die Sie gesendet haben. Ihre Referenznummer lautet {reference}.',
    mayClose: 'Sie können diese Seite jetzt schließen oder weitere Dateien hinzufügen.',
    mayCloseFull: 'Sie können diese Seite jetzt schließen.',
    noMoreFiles:
      'Wir haben alle Dateien erhalten, die wir zu dieser Anfrage annehmen können. Bitte senden Sie weitere auf anderem Weg.',
    linkIncomplete: 'Ein Teil dieses Links fehlt.',
    linkIncompleteHelp:
      'Kopieren Sie den ganzen Link aus Ihrer Bestätigung, oder scannen Sie den QR-Code noch einmal.',
    linkExpired: 'Dieser Link ist nicht mehr gültig.',
    linkExpiredHelp: 'Ihre Anfrage ist bei uns. Bitte senden Sie Ihre Dateien auf anderem Weg.',
    pageFailed: 'Diese Seite konnte leider nicht geladen werden.',
    needsScript:
      'Diese Seite benötigt JavaScript. Schalten Sie JavaScript in Ihrem Browser ein, und laden Sie die Seite neu.',
  },
  es: {
    addFiles: 'Añadir fotos o documentos',
    addFilesTo: 'Se añadirán a la consulta que ha enviado. Su referencia es {reference}.',
    mayClose: 'Ya puede cerrar esta página o añadir más archivos.',
    mayCloseFull: 'Ya puede cerrar esta página.',
    noMoreFiles:
      'Hemos recibido todos los archivos que podemos aceptar para esta consulta. Envíe los demás por otro medio.',
    linkIncomplete: 'Falta una parte de este enlace.',
    linkIncompleteHelp: 'Copie el enlace completo de su recibo o vuelva a escanear el código QR.',
    linkExpired: 'Este enlace ya no funciona.',
    linkExpiredHelp: 'Su consulta está a salvo. Envíe sus archivos por otro medio.',
    pageFailed: 'Lo sentimos, no hemos podido cargar esta página.',
    needsScript: 'Esta página necesita JavaScript. Actívelo en su navegador y vuelva a cargar la página.',
  },
  fr: {
    addFiles: 'Ajouter des photos ou des documents',
    addFilesTo: 'Ils seront ajoutés à la demande que vous avez envoyée. Votre référence est {reference}.',
    mayClose: 'Vous pouvez maintenant fermer cette page ou ajouter d’autres fichiers.',
    mayCloseFull: 'Vous pouvez maintenant fermer cette page.',
    noMoreFiles:
      'Nous avons reçu tous les fichiers que nous pouvons accepter pour cette demande. Envoyez les autres par un autre moyen.',
    linkIncomplete: 'Il manque une partie de ce lien.',
    linkIncompleteHelp: 'Copiez le lien entier depuis votre reçu ou scannez de nouveau le code QR.',
    linkExpired: 'Ce lien ne fonctionne plus.',
    linkExpiredHelp: 'Nous avons bien votre demande. Envoyez vos fichiers par un autre moyen.',
    pageFailed: 'Désolé, nous n’avons pas pu charger cette page.',
    needsScript:
      'Cette page a besoin de JavaScript. Activez JavaScript dans votre navigateur, puis rechargez la page.',
  },
  pl: {
    addFiles: 'Dodaj zdjęcia lub dokumenty',
    addFilesTo: 'Zostaną dodane do wysłanego zapytania. Numer referencyjny: {reference}.',
    mayClose: 'Można teraz zamknąć tę stronę lub dodać kolejne pliki.',
    mayCloseFull: 'Można teraz zamknąć tę stronę.',
    noMoreFiles:
      'Otrzymaliśmy wszystkie pliki, które możemy przyjąć do tego zapytania. Pozostałe prosimy przesłać w inny sposób.',
    linkIncomplete: 'Brakuje części tego linku.',
    linkIncompleteHelp: 'Proszę skopiować cały link z potwierdzenia lub ponownie zeskanować kod QR.',
    linkExpired: 'Ten link już nie działa.',
    linkExpiredHelp: 'Zapytanie do nas dotarło. Prosimy przesłać pliki w inny sposób.',
    pageFailed: 'Przepraszamy, nie udało się wczytać tej strony.',
    needsScript: 'Ta strona wymaga JavaScriptu. Proszę włączyć JavaScript w przeglądarce i odświeżyć stronę.',
  },
};

/** The closest language to `wanted` that the texts are in. */
function closestLanguage(wanted: string): string {
  const primary = wanted.toLowerCase().split('-')[0] ?? '';
  return Object.hasOwn(translations, primary) ? primary : 'en';
}

/** The texts of the page that adds files, in the closest language to `wanted`. */
export function filesPageTexts(wanted: string): FilesPageMessages {
  return translations[closestLanguage(wanted)] ?? filesPageMessages;
}

/** The page on which a visitor adds files to an enquiry, in the closest language to `wanted`. The element shows the ways to
 * reach the site's owner if no files can be added. */
export function renderFilesPage(wanted: string, contactUs?: ContactUs): PageContent {
  const lang = closestLanguage(wanted);
  const texts = filesPageTexts(lang);
  // The script has the English texts.
  const messages = lang === 'en' ? '' : ` messages="${escapeHtml(JSON.stringify(texts))}"`;
  return {
    lang,
    dir: isRightToLeft(lang) ? 'rtl' : 'ltr',
    title: texts.addFiles,
    markup:
      `<enquiry-files lang="${lang}"${messages}><noscript><div class="frame"><div class="form">` +
      `<h2>${texts.addFiles}</h2><p class="lede">${texts.needsScript}</p></div></div></noscript>` +
      `${contactUs ? toHtml(talkLine(contactUs, translatorFor(lang).translate)) : ''}</enquiry-files>`,
  };
}
