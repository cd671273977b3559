import type { Manifest } from '#packages/contract'

const onTheShelf = 2

let applications: { key: string; name: string; category: string; status: number }[] = []

/** Learns at start-up which applications the house has. */
export function learnApplications(manifests: readonly Manifest[]) {
  applications = manifests.flatMap((manifest) =>
    manifest.kind === 'application'
      ? [{ key: manifest.key, name: manifest.title, category: manifest.category, status: onTheShelf }]
      : [],
  )
}

/** What the house brings is open for every organisation. */
export const openedHere = async () => applications
