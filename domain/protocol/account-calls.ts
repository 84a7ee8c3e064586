import * as v from 'valibot';
import { nameSchema, passwordSchema } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { providerSchema } from './provider-calls.ts';
import { nothingSchema } from './sign-in-reply.ts';

/** A password as somebody types it to sign in: whatever they once chose, so only its length is looked at. */
export const typedPasswordSchema = v.pipe(
  v.string(),
  v.check((text) => text !== '', 'empty'),
  v.maxLength(1024, 'long'),
);

/** A service that the account is connected to. */
const connectedSchema = v.object({ provider: providerSchema, since: isoTimeSchema });
export type Connected = v.InferOutput<typeof connectedSchema>;

const deviceSchema = v.object({
  id: idSchema,
  name: v.string(),
  createdAt: isoTimeSchema,
  /** To the hour. */
  seenAt: isoTimeSchema,
  /** Whether it is the device that asks. */
  isThis: v.boolean(),
});
export type Device = v.InferOutput<typeof deviceSchema>;

/** The calls about one's own account and the devices that are signed in to it; a part of the one map. */
export const accountCalls = {
  waysIn: {
    method: 'GET',
    path: '/api/ways-in',
    request: nothingSchema,
    reply: v.object({ hasPassword: v.boolean(), providers: v.array(connectedSchema) }),
  },
  prove: {
    method: 'POST',
    path: '/api/prove',
    request: v.object({ password: typedPasswordSchema }),
    reply: nothingSchema,
  },
  changePassword: {
    method: 'POST',
    path: '/api/change-password',
    request: v.object({ password: passwordSchema }),
    reply: nothingSchema,
  },
  devices: {
    method: 'GET',
    path: '/api/devices',
    request: nothingSchema,
    reply: v.object({ devices: v.array(deviceSchema) }),
  },
  nameDevice: {
    method: 'POST',
    path: '/api/name-device',
    request: v.object({ id: idSchema, name: nameSchema }),
    reply: nothingSchema,
  },
  signOutDevice: {
    method: 'POST',
    path: '/api/sign-out-device',
    request: v.object({ id: idSchema }),
    reply: nothingSchema,
  },
  signOutOthers: {
    method: 'POST',
    path: '/api/sign-out-others',
    request: nothingSchema,
    reply: nothingSchema,
  },
} as const;
