import { expect, test } from 'vitest';
import { PushBrowser } from '#tests/support/server/push-browser.ts';
import { encrypted, isOnCurve, PADDED_LENGTH } from './encrypt.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** RFC 8291, appendix A. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  sender: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  receiver: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('a message is encrypted as in the example of RFC 8291, and a browser opens that', () => {
  const fresh = { privateKey: RFC.sender, salt: RFC.salt };
  expect(encrypted(RFC.text, RFC, 0, fresh).toString('base64url')).toBe(RFC.body);
  const browser = new PushBrowser({ privateKey: RFC.receiver, secret: bytes(RFC.auth) });
  expect(browser.keys).toEqual({ p256dh: RFC.p256dh, auth: RFC.auth });
  expect(browser.open(bytes(RFC.body)).text).toBe(RFC.text);
});

test('two hundred messages are opened by their browser and no other, and all are of one length', () => {
  const lengths = new Set<number>();
  for (let count = 0; count < 200; count += 1) {
    const [browser, other] = [new PushBrowser(), new PushBrowser()];
    const text = 'å🚲'.repeat(count % 150);
    const body = encrypted(text, browser.keys);
    expect(browser.open(body)).toEqual({ text, padded: PADDED_LENGTH });
    expect(() => other.open(body)).toThrow();
    lengths.add(body.length);
  }
  expect([...lengths]).toEqual([16 + 5 + 65 + PADDED_LENGTH + 16]);
});

test('a key that is no point of the curve is found', () => {
  const { p256dh } = new PushBrowser().keys;
  expect(isOnCurve(p256dh)).toBe(true);
  expect(isOnCurve(`${p256dh.slice(0, -4)}AAAA`)).toBe(false);
  expect(isOnCurve('B'.repeat(87))).toBe(false);
  expect(isOnCurve('')).toBe(false);
});
