import type { Manifest } from '#packages/contract/manifest.ts'

/**
 * What modules declare for other modules: the type of one declaration by field of `defineServerModule`. The module that
 * uses the declarations adds its field here by declaration merging.
 */
export interface Contributions {
  /** Refuse a product whose modules contradict each other; run once at start-up. */
  appChecks: (ctx: { readonly app: App }) => void
}

/** What a module declares for other modules: `fileOwners: [...]`. */
export type DeclaredContributions = { readonly [Field in keyof Contributions]?: readonly Contributions[Field][] }

/** The composed product: what all loaded modules declare. It never changes. */
export interface App {
  readonly manifests: readonly Manifest[]
  readonly contributions: DeclaredContributions
}

/** The name of a declaration, if its kind has names: two modules must not use the same. */
export function getContributionName(declared: unknown): string | undefined {
  const { code, key, kind, channel, url } = declared as Partial<
    Record<'code' | 'key' | 'kind' | 'channel' | 'url', string>
  >
  return code ?? key ?? kind ?? channel ?? url
}

/** The declarations of all modules for one field, in the order of the modules. */
export const listContributions = <Field extends keyof Contributions>(
  { app }: { readonly app: App },
  field: Field,
): readonly Contributions[Field][] => app.contributions[field] ?? []

/** The declaration of a field that one module provides; undefined if none is loaded. */
export function findContribution<Field extends keyof Contributions>(
  ctx: { readonly app: App },
  field: Field,
): Contributions[Field] | undefined {
  const [only, second] = listContributions(ctx, field)
  if (second !== undefined) throw new Error(`two modules declare ${field}`)
  return only
}

/** The declaration of a field that one module has to provide. */
export function getContribution<Field extends keyof Contributions>(
  ctx: { readonly app: App },
  field: Field,
): Contributions[Field] {
  const only = findContribution(ctx, field)
  if (only === undefined) throw new Error(`no module declares ${field}`)
  return only
}

/** Computes something from a value that never changes, such as the manifests of the app, once for each such value. */
export function computeOnce<Source extends object, Result>(compute: (source: Source) => Result) {
  const computed = new WeakMap<Source, { result: Result }>()
  return (source: Source): Result => {
    const known = computed.get(source) ?? { result: compute(source) }
    computed.set(source, known)
    return known.result
  }
}
