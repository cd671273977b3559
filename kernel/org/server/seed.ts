import { toPinyin } from '#packages/pinyin'
import type { Db } from '#packages/db'
import type { OrgType } from '../contract.ts'
import { describeBureau } from './edit-queries.ts'
import { expectGrowth, insertTree, type TreeRow } from './queries.ts'

/** Size of a demo district: the number of schools, and of all nodes if a number is required. */
export interface TreePlan {
  bureau: { id: string; path: string }
  schools: number
  /** Schools per cluster (学区); no clusters if there are few schools. */
  schoolsInCluster: number
  /** Departments are added to schools until the tree has this many nodes. */
  totalNodes?: number
  area: string
  newId: () => string
}

export interface SeededTree {
  /** Departments of the bureau. */
  offices: { id: string; name: string }[]
  schools: SeededSchool[]
  /** Including the bureau. */
  nodes: number
}

export interface SeededSchool {
  id: string
  path: string
  name: string
  /** 学段, by their numbers. */
  stages: number[]
  departments: { id: string; name: string; path: string }[]
}

const firstNameParts = '云文晨启育德和博雅清嘉锦景春秋星辰思远致静怀瑾芳华翰墨书香梧桐松柏兰溪竹林梅园'.split('')
const secondNameParts = '澜苑源川峰岭湾桥亭台阁塘溪坪畈墩浦泽洲渚'.split('')
const schoolKinds: { suffix: string; type: OrgType; stages: number[]; kind: string; system: number | null }[] = [
  { suffix: '小学', type: 'school', stages: [2], kind: '211', system: 1 },
  { suffix: '中学', type: 'school', stages: [3], kind: '311', system: 1 },
  { suffix: '学校', type: 'school', stages: [2, 3], kind: '312', system: 3 },
  { suffix: '幼儿园', type: 'kindergarten', stages: [1], kind: '111', system: null },
]
const bureauOffices = ['办公室', '组织人事科', '基础教育科', '计划财务科', '安全管理科', '教育督导室']
const institutions = ['教师发展中心', '教育技术中心', '教育装备中心', '学生资助中心']
const schoolOffices = ['校办公室', '教务处', '德育处', '总务处']
const subjects = [
  '语文',
  '数学',
  '英语',
  '科学',
  '社会',
  '道德与法治',
  '体育',
  '音乐',
  '美术',
  '信息科技',
  '劳动',
  '心理健康',
]
const contactNames = [
  '周建华',
  '吴秀英',
  '郑国栋',
  '王丽萍',
  '冯志远',
  '陈海燕',
  '褚明哲',
  '卫静怡',
  '蒋立群',
  '沈慧敏',
  '韩永康',
  '杨春梅',
  '朱浩然',
  '秦若兰',
  '尤振宇',
  '许雅琴',
  '何晓东',
  '吕安然',
  '施家豪',
  '张玉洁',
  '孔文博',
  '曹书瑶',
]
const grades = ['一', '二', '三', '四', '五', '六', '七', '八', '九']

/** Plans the tree of a demo district, always the same; `pieces` are its rows in large batches, parents first. */
export function planTree(plan: TreePlan): SeededTree & { pieces: TreeRow[][] } {
  const tree = new Tree(plan)
  const { bureau } = plan
  const offices = bureauOffices.map((name, at) => tree.add(bureau, name, 'department', getOfficeDetails(at)))
  for (const [at, name] of institutions.entries()) {
    // The last one is disabled, so that the demo shows a disabled organisation.
    const isDisabled = at === institutions.length - 1
    const address = `${plan.area}文教路${20 + at * 2}号`
    tree.add(bureau, `${plan.area}${name}`, 'institution', {
      ...getOfficeDetails(10 + at),
      address,
      is_disabled: isDisabled,
    })
  }
  const schools: SeededSchool[] = []
  let cluster: TreeNode = bureau
  for (let at = 0; at < plan.schools; at++) {
    if (plan.schools > plan.schoolsInCluster && at % plan.schoolsInCluster === 0) {
      const number = at / plan.schoolsInCluster
      cluster = tree.add(bureau, `第${number + 1}学区`, 'cluster', getOfficeDetails(20 + number))
    }
    schools.push(addSchool(tree, cluster, plan, at))
  }
  if (plan.totalNodes) fillUp(tree, schools, plan.totalNodes - 1)
  return { offices, schools, nodes: tree.size + 1, pieces: [...tree.pieces(5_000)] }
}

/** The contact and address of the bureau. Its area is a city, for the weather: the district itself is invented. */
export const seedBureauDetails = (db: Db, { bureau, area }: Pick<TreePlan, 'bureau' | 'area'>) =>
  describeBureau(db, bureau.id, {
    contactName: '陆文博',
    phone: '0500-86000100',
    address: `${area}文教路1号`,
    areaCode: '330100',
    parentAreaCode: '330000',
  })

/** Inserts one batch of the tree. */
export async function insertTreePiece(db: Db, piece: readonly TreeRow[], now: Date) {
  await expectGrowth(db)
  await insertTree(db, piece, now)
}

function addSchool(tree: Tree, parent: TreeNode, plan: TreePlan, at: number): SeededSchool {
  const facts = at === 0 ? schoolKinds[2]! : schoolKinds[at % schoolKinds.length]!
  const name = at === 0 ? `${plan.area}实验学校` : schoolName(at) + facts.suffix
  const school = tree.add(parent, name, facts.type, {
    stages: facts.stages,
    kind: facts.kind,
    education_system: facts.system,
    property: at % 11 === 10 ? 4 : 1,
    is_public: at % 11 !== 10,
    is_village: at % 7 === 6,
    address: `${plan.area}${schoolName(at)}路${10 + (at % 190)}号`,
    phone: `0500-8${String(6_000_000 + at * 37).slice(0, 7)}`,
    postal_code: '310099',
    contact_name: getContact(at),
  })
  const offices = schoolOffices.map((office) => tree.add(school, office, 'department'))
  const sections = facts.stages.map((stage) =>
    tree.add(school, stage === 1 ? '保教处' : stage === 2 ? '小学部' : '初中部', 'department'),
  )
  const groups = sections.flatMap((section) =>
    subjects.slice(0, 3).map((subject) => tree.add(section, `${subject}教研组`, 'department')),
  )
  const departments = [...offices, ...sections, ...groups].map(({ id, name: title, path }) => ({
    id,
    name: title,
    path,
  }))
  return { id: school.id, path: school.path, name, stages: facts.stages, departments }
}

const getContact = (at: number) => contactNames[at % contactNames.length]!
const getOfficeDetails = (at: number) => ({
  contact_name: getContact(at + 7),
  phone: `0500-860001${String(at + 10).padStart(2, '0')}`,
})

/** Two characters give 46 × 20 names before a number is needed. */
const schoolName = (at: number) => {
  const combinations = firstNameParts.length * secondNameParts.length
  const name =
    firstNameParts[at % firstNameParts.length]! +
    secondNameParts[Math.floor(at / firstNameParts.length) % secondNameParts.length]!
  return at < combinations ? name : `${name}第${Math.floor(at / combinations) + 1}`
}

/** Adds grades and groups below them until the tree has the required size. */
function fillUp(tree: Tree, schools: readonly SeededSchool[], total: number) {
  for (let round = 0; tree.size < total; round++) {
    const grade = `${grades[round % grades.length]!}年级组${round < grades.length ? '' : round}`
    for (const school of schools) {
      if (tree.size >= total) return
      const node = tree.add(school, grade, 'department')
      for (const subject of subjects) {
        if (tree.size >= total) return
        tree.add(node, `${subject}备课组`, 'department')
      }
    }
  }
}

interface TreeNode {
  id: string
  path: string
  name?: string
}

class Tree {
  readonly #plan: TreePlan
  readonly #rows: TreeRow[] = []
  readonly #children = new Map<string, number>()
  readonly #pinyin = new Map<string, { full: string; initials: string }>()

  constructor(plan: TreePlan) {
    this.#plan = plan
  }

  get size() {
    return this.#rows.length
  }

  add(parent: TreeNode, name: string, type: OrgType, facts: Partial<TreeRow> = {}) {
    const id = this.#plan.newId()
    const sort = (this.#children.get(parent.id) ?? 0) + 1
    this.#children.set(parent.id, sort)
    const path = `${parent.path}.${id.replaceAll('-', '')}`
    const { full, initials } = this.#pinyinOf(name)
    this.#rows.push({
      ...defaultDetails,
      ...facts,
      id,
      parent_id: parent.id,
      path,
      name,
      pinyin: full,
      pinyin_initials: initials,
      type,
      sort,
      child_count: 0,
    })
    return { id, path, name }
  }

  #pinyinOf(name: string) {
    const known = this.#pinyin.get(name) ?? toPinyin(name)
    this.#pinyin.set(name, known)
    return known
  }

  *pieces(size: number) {
    for (let at = 0; at < this.#rows.length; at += size) {
      yield this.#rows.slice(at, at + size).map((row) => ({ ...row, child_count: this.#children.get(row.id) ?? 0 }))
    }
  }
}

const defaultDetails = {
  stages: [] as number[],
  kind: '',
  education_system: null as number | null,
  property: null as number | null,
  is_public: true,
  is_village: false,
  address: '',
  phone: '',
  postal_code: '',
  contact_name: '',
  is_disabled: false,
}
