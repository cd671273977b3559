import { z } from 'zod'

type Names<Shape> = { readonly [Key in keyof Shape]?: string }
type WireKey<Key, Name> = Name extends string ? Name : Key
type WireShape<Shape extends Record<string, z.ZodType>, Map extends Names<Shape>> = {
  [Key in keyof Shape as WireKey<Key, Map[Key]> & string]: Shape[Key]
}

interface WireParts {
  shape: Readonly<Record<string, z.ZodType>>
  toWire: ReadonlyMap<string, string>
}
const partsKey = Symbol('wire object')

/** An object with our names in the code and the specification's names on the wire. */
export function wireObject<const Shape extends Record<string, z.ZodType>, const Map_ extends Names<Shape>>(
  shape: Shape,
  names: Map_,
) {
  const toWire = new Map<string, string>(Object.keys(shape).map((key) => [key, names[key] ?? key]))
  const toClean = new Map([...toWire].map(([clean, wire]) => [wire, clean]))
  if (toClean.size !== toWire.size)
    throw new Error(`two fields share one wire name: ${[...toWire.values()].join(', ')}`)
  const wireShape = Object.fromEntries(Object.entries(shape).map(([key, schema]) => [toWire.get(key)!, schema]))

  const codec = z.codec(z.object(wireShape as WireShape<Shape, Map_>), z.custom<z.output<z.ZodObject<Shape>>>(), {
    decode: (wire) => renameKeys(wire, toClean) as never,
    encode: (clean) => renameKeys(clean as object, toWire) as never,
  })
  // Stored in the definition, because naming or refining a schema copies it, and the copy needs it too.
  Object.assign(codec._zod.def, { [partsKey]: { shape, toWire } satisfies WireParts })
  return codec
}

export const getWireParts = (schema: z.ZodType) => (schema._zod.def as { [partsKey]?: WireParts })[partsKey]

function renameKeys(from: object, names: ReadonlyMap<string, string>) {
  const to: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(from)) {
    const name = names.get(key)
    if (name !== undefined) to[name] = value
  }
  return to
}
