import { districtId, type App, type Ctx, type DistrictId } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import { createDistrict, createPlatformCtx } from '#kernel/access/server/api.ts'
import {
  deleteSeedSteps,
  findSeedStep,
  insertSeedStep,
  listDistrictsNamed,
  openDistrict,
} from '#kernel/org/server/api.ts'
import type { SavedGenerator } from './random.ts'

interface SeedRunOptions {
  app: App
  cells: Cells
  /** After each step that this run has done; steps of an earlier run are not reported. */
  onStep?: (key: string) => void
}

interface StepState<T> {
  result: T
  generators: unknown[]
}

/** Done by the transaction that creates the district. */
const firstStep = 'district'

interface FirstStep {
  bureau: Bureau
  /** The plan of the run that began: a run with another plan would continue something else. */
  plan: string
}

interface Bureau {
  id: string
  path: string
}

/**
 * The seed of one district as a row of steps. Each commits with a row that says so, and a seed that was killed goes on
 * with the next step when it is run again: results and the state of the generators come from the rows.
 */
export class SeedRun {
  readonly app: App
  readonly cells: Cells
  readonly district: DistrictId
  readonly bureau: Bureau
  readonly #onStep: (key: string) => void

  private constructor({ app, cells, onStep = () => {} }: SeedRunOptions, district: DistrictId, bureau: Bureau) {
    this.app = app
    this.cells = cells
    this.district = district
    this.bureau = bureau
    this.#onStep = onStep
  }

  /** Continues the unfinished seed of a district with this name, or creates the district. */
  static async begin(
    options: SeedRunOptions,
    { name, cell, plan }: { name: string; cell: number; plan: string },
  ): Promise<SeedRun> {
    const { app, cells } = options
    const begun = await findUnfinished(cells, cell, name)
    if (begun) {
      if (begun.plan !== plan)
        throw new Error(`the unfinished seed of ${name} has another size; run it again with that`)
      await openDistrict(cells, begun.district) // The run may have died before it.
      return new SeedRun(options, begun.district, begun.bureau)
    }
    const prepare = (ctx: Ctx, { id, path }: Bureau) =>
      saveStep(ctx, firstStep, { result: { bureau: { id, path }, plan }, generators: [] })
    const { district, bureau } = await createDistrict(app, cells, { name, cell, prepare }, new Date())
    options.onStep?.(firstStep)
    return new SeedRun(options, district, bureau)
  }

  inside<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
    return inDistrict(this.cells, this.district, (db) =>
      work(createPlatformCtx(this.app, this.district, db, new Date())),
    )
  }

  /**
   * One transaction of the seed. The result must survive JSON. `generators` are those that later steps go on using;
   * work that was done before sets them to where they were after it.
   */
  async step<T>(key: string, work: (ctx: Ctx) => Promise<T>, generators: readonly SavedGenerator[] = []): Promise<T> {
    const { result, isNew } = await this.inside(async (ctx) => {
      const done = await findStep<T>(ctx, key)
      if (done) {
        for (const [at, generator] of generators.entries()) generator.restore(done.generators[at])
        return { result: done.result, isNew: false }
      }
      const made = await work(ctx)
      await saveStep(ctx, key, { result: made, generators: generators.map((generator) => generator.save()) })
      return { result: made, isNew: true }
    })
    if (isNew) this.#onStep(key)
    return result
  }

  /** Work with transactions of its own, such as accounts and pictures. It may be repeated, so that must be harmless. */
  async stepOutside(key: string, work: () => Promise<void>): Promise<void> {
    if (await this.inside((ctx) => findStep(ctx, key))) return
    await work()
    await this.step(key, async () => null)
  }

  /** The rows of the steps are no longer needed: the district counts as seeded. */
  finish(): Promise<void> {
    return this.inside(async ({ db }) => {
      await deleteSeedSteps(db)
    })
  }
}

async function findUnfinished(cells: Cells, cell: number, name: string) {
  for (const { id } of await listDistrictsNamed(cells, cell, name)) {
    const district = districtId(id)
    const step = await inDistrict(cells, district, (db) => findStepIn<FirstStep>(db, district, firstStep), {
      readOnly: true,
    })
    if (step) return { district, ...step.result }
  }
  return undefined
}

/** Whether the cell has a district with this name whose seed is finished. */
export async function isSeeded(cells: Cells, cell: number, name: string): Promise<boolean> {
  const districts = await listDistrictsNamed(cells, cell, name)
  // A pending one was registered by a run that died before its first step.
  return districts.some(({ status }) => status !== 'pending') && !(await findUnfinished(cells, cell, name))
}

const field = 'seed_step.state'

const findStep = <T>({ db, actor }: Ctx, key: string) => findStepIn<T>(db, actor.districtId, key)

async function findStepIn<T>(db: Ctx['db'], district: DistrictId, key: string): Promise<StepState<T> | undefined> {
  const row = await findSeedStep(db, key)
  if (!row) return undefined
  const fields = await loadFieldCipher(db, district)
  return JSON.parse(fields.decrypt(field, row.state, key)) as StepState<T>
}

async function saveStep<T>({ db, actor }: Ctx, key: string, state: StepState<T>) {
  const fields = await loadFieldCipher(db, actor.districtId)
  await insertSeedStep(db, key, fields.encrypt(field, JSON.stringify(state), key), new Date())
}
