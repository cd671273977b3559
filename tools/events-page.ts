import { z } from 'zod'
import type { EventDefinition } from '#packages/contract'
import type { ServerModule } from '#packages/http'

const heading = `# Events

Written by \`pnpm generate\`; do not edit. [modules.md](modules.md) explains how to publish and how to subscribe.

| Event | Meaning | Payload | Published by | Subscribers |
|---|---|---|---|---|
`

/** The page that lists every event with its publisher and its subscribers. */
export function buildEventsPage(modules: readonly ServerModule[]): string {
  const rows = modules.flatMap(({ manifest, events = [] }) =>
    events.map((event) => {
      const payload = describePayload(event)
      const subscribers = listSubscribers(modules, event).join(', ') || 'none yet'
      return `| \`${event.name}\` | ${event.description} | ${payload} | ${manifest.key} | ${subscribers} |\n`
    }),
  )
  return heading + rows.toSorted().join('')
}

const listSubscribers = (modules: readonly ServerModule[], event: EventDefinition) =>
  modules
    .flatMap(({ manifest, subscriptions = [] }) =>
      subscriptions.filter((one) => one.event === event).map(({ name }) => `${manifest.key} (\`${name}\`)`),
    )
    .toSorted()

interface JsonSchema {
  type?: string
  format?: string
  enum?: readonly string[]
  items?: JsonSchema
  /** The kind of an id. */
  'x-ref'?: string
}

/** For example `ids`: student id[]. A question mark means optional. */
function describePayload({ schema }: EventDefinition): string {
  const { properties, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties ?? {})
    .map(
      ([name, property]) => `\`${name}${required.includes(name) ? '' : '?'}\`: ${describeType(property as JsonSchema)}`,
    )
    .join(', ')
}

function describeType(schema: JsonSchema): string {
  if (schema.items) return `${describeType(schema.items)}[]`
  if (schema['x-ref']) return `${schema['x-ref']} id`
  return schema.enum ? schema.enum.join(' or ') : (schema.format ?? schema.type ?? 'any')
}
