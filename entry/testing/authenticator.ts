import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')
const number = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

const userIsThereAndKnown = 0x05
const withNewKey = 0x40

interface PasskeyChallenge {
  challenge: string
}

/** A simulated WebAuthn device that creates passkeys and signs with them: ES256, attestation "none". */
export function createAuthenticator(page = 'http://localhost', host = 'localhost') {
  let origin = page
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = text(credentialId)
  let counter = 0
  const clientData = (type: string, { challenge }: PasskeyChallenge) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataOf = (flags: number) => Buffer.concat([sha256(host), Buffer.of(flags), number(counter, 4)])

  return {
    id,
    /** Sets the use counter before the next use; a device without a counter sends 0 each time, which is -1 here. */
    setCounter: (value: number) => void (counter = value),
    /** Sets the origin for later signatures. */
    setPage: (value: string) => void (origin = value),
    /** The answer to the challenge of `passkeyBegin`. */
    create(options: PasskeyChallenge) {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const coordinate = (name: number, value: string) =>
        Buffer.concat([Buffer.of(name, 0x58, 32), Buffer.from(value, 'base64url')])
      // The CBOR map {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
      const key = Buffer.concat([
        Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01),
        coordinate(0x21, x!),
        coordinate(0x22, y!),
      ])
      const data = Buffer.concat([
        dataOf(userIsThereAndKnown | withNewKey),
        Buffer.alloc(16),
        number(credentialId.length, 2),
        credentialId,
        key,
      ])
      const cborText = (name: string) => Buffer.concat([Buffer.of(0x60 + name.length), Buffer.from(name)])
      const attestation = Buffer.concat([
        Buffer.of(0xa3),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.of(0xa0),
        cborText('authData'),
        Buffer.of(0x58, data.length),
        data,
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData('webauthn.create', options)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      }
    },
    /** The answer to the challenge of `passkeyOptions`. */
    get(options: PasskeyChallenge) {
      counter++
      const client = clientData('webauthn.get', options)
      const data = dataOf(userIsThereAndKnown)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) },
      }
    },
  }
}
