import { actAsDemoMember, listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'
import type { CreateOf } from '#packages/contract'
import type { room } from '../contract-rooms.ts'
import { rooms } from './rooms.ts'
import { subjects } from './service/time/subjects.ts'

type RoomForm = Pick<CreateOf<typeof room>, 'name' | 'building' | 'kind' | 'capacity'> & { isDisabled?: boolean }

const classrooms = ['明德楼', '致远楼'].flatMap((building) =>
  [101, 102, 103, 201, 202, 203].map((number): RoomForm => ({
    name: `${number}`,
    building,
    kind: 'classroom',
    capacity: 48,
  })),
)
const specialRooms: readonly RoomForm[] = [
  { name: '科学实验室', building: '求真楼', kind: 'lab', capacity: 48 },
  { name: '物理实验室', building: '求真楼', kind: 'lab', capacity: 48 },
  { name: '化学实验室', building: '求真楼', kind: 'lab', capacity: 48 },
  { name: '计算机教室一', building: '求真楼', kind: 'computer', capacity: 52 },
  { name: '计算机教室二', building: '求真楼', kind: 'computer', capacity: 52, isDisabled: true },
  { name: '音乐教室一', building: '艺术楼', kind: 'music', capacity: 50 },
  { name: '音乐教室二', building: '艺术楼', kind: 'music', capacity: 50 },
  { name: '美术教室一', building: '艺术楼', kind: 'art', capacity: 45 },
  { name: '美术教室二', building: '艺术楼', kind: 'art', capacity: 45 },
  { name: '报告厅', building: '艺术楼', kind: 'hall', capacity: 320 },
  { name: '图书馆', building: '', kind: 'library', capacity: 120 },
  { name: '体育馆', building: '', kind: 'sports', capacity: 600 },
]

/** Two buildings with classrooms, and rooms for special lessons; one computer room is being rebuilt. */
export const demoRooms: DemoRows = {
  key: 'schooling.rooms',
  isOnlyForViewing: true,
  async create(ctx, world) {
    let count = 0
    for (const administrator of listDemoMemberships(world, '学校管理员')) {
      const { orgId } = administrator
      const acting = actAsDemoMember(ctx, administrator, { may: ['subject.edit'] })
      for (const form of [...classrooms, ...specialRooms]) {
        await rooms.create(acting, { isDisabled: false, ...form, orgId })
        count++
      }
    }
    return count
  },
}

/** Two subjects of each school's own; one is no longer taught. */
export const demoSubjects: DemoRows = {
  key: 'schooling.subjects',
  isOnlyForViewing: true,
  async create(ctx, world) {
    const administrators = listDemoMemberships(world, '学校管理员')
    for (const administrator of administrators) {
      const { orgId } = administrator
      const acting = actAsDemoMember(ctx, administrator, { may: ['subject.edit'] })
      const facts = { orgId, kind: 'school' as const, stages: [2, 3], isExam: false }
      await subjects.create(acting, { ...facts, name: '围棋', shortName: '棋', isDisabled: false })
      await subjects.create(acting, { ...facts, name: '航模', shortName: '航', isDisabled: true })
    }
    return administrators.length * 2
  },
}
