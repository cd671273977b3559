import type { Cell, ModelGroup, ModelPeriod, ModelSlot, TimetableModel, TimetableRule } from './model.ts'

export type RuleOf<Kind extends TimetableRule['kind']> = Extract<TimetableRule, { kind: Kind }>

const weekdayNames = ['', '周一', '周二', '周三', '周四', '周五', '周六', '周日']
export const nameWeekday = (weekday: number) => weekdayNames[weekday]!
export const toCellKey = ({ weekday, periodId }: Cell) => `${weekday} ${periodId}`
export const getCell = ({ weekday, periodId }: ModelSlot): Cell | null =>
  weekday === null || periodId === null ? null : { weekday, periodId }

/** A version with what is looked up all the time while it is judged. */
export class TimetableIndex {
  readonly model: TimetableModel
  readonly periods: ReadonlyMap<string, ModelPeriod>
  readonly #bySlot: Map<string, ModelSlot>
  readonly #byCell = new Map<string, ModelSlot[]>()
  readonly #shared = new Map<string, readonly string[]>()
  readonly #pupilsOf = new Map<string, Map<string, { name: string; classId: string | null }>>()
  readonly #rules: ReadonlyMap<string, TimetableRule[]>

  constructor(model: TimetableModel) {
    this.model = model
    this.periods = new Map(model.periods.map((period) => [period.id, period]))
    this.#bySlot = new Map(model.slots.map((slot) => [slot.id, slot]))
    for (const slot of model.slots) this.#addToCell(slot)
    for (const { id, name, classId, groupIds } of model.pupils)
      for (const groupId of groupIds) {
        const pupils = this.#pupilsOf.get(groupId) ?? new Map<string, { name: string; classId: string | null }>()
        this.#pupilsOf.set(groupId, pupils.set(id, { name, classId }))
      }
    this.#rules = Map.groupBy(model.rules, ({ kind }) => kind)
  }

  #addToCell(slot: ModelSlot) {
    const cell = getCell(slot)
    if (!cell) return
    const key = toCellKey(cell)
    const there = this.#byCell.get(key)
    if (there) there.push(slot)
    else this.#byCell.set(key, [slot])
  }

  getSlot(id: string): ModelSlot | undefined {
    return this.#bySlot.get(id)
  }

  listSlots(): Iterable<ModelSlot> {
    return this.#bySlot.values()
  }

  listAt(cell: Cell): readonly ModelSlot[] {
    return this.#byCell.get(toCellKey(cell)) ?? []
  }

  listOnDay(weekday: number): ModelSlot[] {
    return this.model.periods.flatMap(({ id }) => this.listAt({ weekday, periodId: id }))
  }

  /** Replaces a slot, for the next step of a change of several. */
  replace(slot: ModelSlot) {
    const before = this.#bySlot.get(slot.id)
    const cell = before && getCell(before)
    if (cell) {
      const key = toCellKey(cell)
      this.#byCell.set(
        key,
        this.#byCell.get(key)!.filter(({ id }) => id !== slot.id),
      )
    }
    this.#bySlot.set(slot.id, slot)
    this.#addToCell(slot)
  }

  groupOf({ groupId }: Pick<ModelSlot, 'groupId'>): ModelGroup {
    return this.model.groups.get(groupId)!
  }

  teachersOf(slot: ModelSlot): readonly string[] {
    return slot.teacherIds.length > 0 ? slot.teacherIds : this.groupOf(slot).teacherIds
  }

  /** The room of the lesson or, for a class, its own room. */
  roomOf(slot: ModelSlot): string | null {
    return slot.roomId ?? this.groupOf(slot).roomId
  }

  nameTeacher(id: string): string {
    return this.model.teachers.get(id)?.name ?? '该教师'
  }

  nameRoom(id: string): string {
    return this.model.rooms.get(id)?.name ?? '该场室'
  }

  /** 七(3)班数学, or 物理A班. */
  nameSlot(slot: ModelSlot): string {
    const { kind, label, subjectName } = this.groupOf(slot)
    return kind === 'free' ? label : `${label}${subjectName}`
  }

  nameCell({ weekday, periodId }: Cell): string {
    return `${nameWeekday(weekday)}${this.periods.get(periodId)?.name ?? ''}`
  }

  rulesOf<Kind extends TimetableRule['kind']>(kind: Kind): readonly RuleOf<Kind>[] {
    return (this.#rules.get(kind) ?? []) as RuleOf<Kind>[]
  }

  /** The classes whose pupils a group has. */
  classesOf(group: ModelGroup): ReadonlySet<string> {
    if (group.classId !== null) return new Set([group.classId])
    const pupils = [...(this.#pupilsOf.get(group.id)?.values() ?? [])]
    return new Set(pupils.flatMap(({ classId }) => classId ?? []))
  }

  /** The names of the pupils that two groups share; of two groups of one class it is the class itself. */
  listSharedPupils(a: ModelGroup, b: ModelGroup): readonly string[] {
    if (a.id === b.id) return [a.label]
    if (a.kind === 'class' && b.kind === 'class') return a.classId === b.classId ? [a.label] : []
    const key = a.id < b.id ? `${a.id} ${b.id}` : `${b.id} ${a.id}`
    const known = this.#shared.get(key)
    if (known) return known
    const names = this.#findSharedPupils(a, b)
    this.#shared.set(key, names)
    return names
  }

  #findSharedPupils(a: ModelGroup, b: ModelGroup): string[] {
    const [one, other] = a.kind === 'free' ? [a, b] : [b, a]
    const pupils = this.#pupilsOf.get(one.id)
    if (!pupils) return []
    if (other.kind === 'class')
      return [...pupils.values()].flatMap(({ name, classId }) => (classId === other.classId ? name : []))
    const others = this.#pupilsOf.get(other.id)
    return [...pupils].flatMap(([id, { name }]) => (others?.has(id) ? name : []))
  }
}
