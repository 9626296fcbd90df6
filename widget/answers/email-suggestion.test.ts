import { expect, test } from 'vitest';
import { suggestEmail } from './email-suggestion.ts';

test.each([
  ['grace@gmial.com', 'grace@gmail.com', 'gmail'],
  ['grace@gmal.com', 'grace@gmail.com', 'gmail'],
  ['grace@gmaill.com', 'grace@gmail.com', 'gmail'],
  ['grace@gnail.com', 'grace@gmail.com', 'gmail'],
  ['grace@gamil.com', 'grace@gmail.com', 'gmail'],
  ['grace@gmail.con', 'grace@gmail.com', 'com'],
  ['grace@gmail.co', 'grace@gmail.com', 'com'],
  ['grace@gmail.cm', 'grace@gmail.com', 'com'],
  ['grace@gmail', undefined, undefined],
  ['grace@gmial.con', 'grace@gmail.com', 'gmail.com'],
  ['GRACE@HOTMIAL.CO.UK', 'GRACE@hotmail.co.uk', 'hotmail'],
  ['grace@hotmal.fr', 'grace@hotmail.fr', 'hotmail'],
  ['grace@outlok.com', 'grace@outlook.com', 'outlook'],
  ['grace@yaho.com', 'grace@yahoo.com', 'yahoo'],
  ['grace@yahooo.co.uk', 'grace@yahoo.co.uk', 'yahoo'],
  ['grace@iclould.com', 'grace@icloud.com', 'icloud'],
  ['grace@btinternt.com', 'grace@btinternet.com', 'btinternet'],
  ['grace@virginmedai.com', 'grace@virginmedia.com', 'virginmedia'],
  ['grace@talktak.net', 'grace@talktalk.net', 'talktalk'],
  ['grace@live.con', 'grace@live.com', 'com'],
  [' grace@gmial.com ', 'grace@gmail.com', 'gmail'],
])('for %s, it suggests %s', (typed, address, changed) => {
  expect(suggestEmail(typed)).toEqual(address ? { address, changed } : undefined);
});

/** Addresses that exist or could: providers of many countries, schools, firms and people with domains of their own. */
const domains = `
gmail.com googlemail.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.es hotmail.it hotmail.be hotmail.nl
hotmail.se hotmail.no hotmail.dk hotmail.fi hotmail.gr hotmail.ca hotmail.com.au hotmail.com.br hotmail.com.tr
outlook.com outlook.fr outlook.de outlook.es outlook.it outlook.dk outlook.pt outlook.ie outlook.at outlook.be
outlook.com.au outlook.com.br outlook.co.th live.com live.co.uk live.ie live.fr live.nl live.be live.de live.it live.se
live.dk live.no live.ca live.com.au live.com.pt msn.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.es yahoo.it
yahoo.ie yahoo.ca yahoo.se yahoo.no yahoo.dk yahoo.pl yahoo.gr yahoo.ro yahoo.in yahoo.co.in yahoo.co.id yahoo.co.jp
yahoo.com.au yahoo.com.br yahoo.com.mx yahoo.com.ar yahoo.com.sg yahoo.com.hk yahoo.com.ph yahoo.com.vn ymail.com
rocketmail.com mail.com email.com gmx.com gmx.de gmx.net gmx.at gmx.ch gmx.co.uk gmx.us web.de t-online.de freenet.de
arcor.de online.de posteo.de posteo.net mailbox.org tutanota.com tuta.io tutamail.com proton.me protonmail.com
protonmail.ch pm.me me.com mac.com icloud.com aol.com aol.co.uk aim.com fastmail.com fastmail.fm hey.com zoho.com zoho.eu
hushmail.com inbox.com mail.ru yandex.ru yandex.com bk.ru list.ru ya.ru ukr.net i.ua abv.bg seznam.cz centrum.cz email.cz
wp.pl o2.pl onet.pl onet.eu op.pl interia.pl interia.eu gazeta.pl tlen.pl vp.pl poczta.fm orange.fr wanadoo.fr free.fr
laposte.net sfr.fr bbox.fr neuf.fr club-internet.fr numericable.fr libero.it virgilio.it tiscali.it alice.it tin.it
telefonica.net terra.es movistar.es ono.com sapo.pt iol.pt skynet.be telenet.be ziggo.nl kpnmail.nl xs4all.nl home.nl
planet.nl bluewin.ch hispeed.ch sunrise.ch chello.at aon.at btinternet.com btopenworld.com btconnect.com bt.com sky.com
talktalk.net virginmedia.com virgin.net ntlworld.com blueyonder.co.uk tiscali.co.uk plus.com plus.net freeserve.co.uk
o2.co.uk tesco.net lineone.net fsmail.net uwclub.net supanet.com onetel.com zen.co.uk eircom.net iol.ie comcast.net
verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net shaw.ca rogers.com sympatico.ca telus.net
bigpond.com optusnet.com.au xtra.co.nz qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net rediffmail.com
walla.co.il nhs.net nhs.uk gov.wales ox.ac.uk cam.ac.uk ucl.ac.uk students.example.ac.uk parliament.uk police.uk
gmailer.org hotmale.org outlooks.org yahoos.net clouds.com email.de mailo.com gmx.fr duck.com relay.firefox.com
`;

test('it suggests nothing for more than 200 valid addresses', () => {
  const addresses = domains
    .trim()
    .split(/\s+/)
    .map(domain => `grace.hopper+form@${domain}`);
  expect(new Set(addresses).size).toBeGreaterThanOrEqual(200);
  expect(addresses.filter(address => suggestEmail(address))).toEqual([]);
});

test('it suggests nothing for what is no address', () => {
  expect(['', 'grace', 'grace@', '@gmial.com'].map(suggestEmail)).toEqual(Array(4).fill(undefined));
});
