import { idCardCheckDigit } from '#packages/core'
import type { JourneyProject } from './cast.ts'

/** A school with nothing but an invited administrator. */
export const newSchoolNames = { desktop: '云禾区新城小学', phone: '明湖区新城小学' } as const satisfies Record<
  JourneyProject,
  string
>

/** The only school where staff are imported: its departments are those of the file. */
export const importSchool = '云禾区东湖学校'
export const importDepartments = ['校办公室', '教务处', '德育处', '总务处'] as const

/** Where the academic director makes a timetable: three classes, who teaches what, and no timetable yet. */
export const taughtSchool = {
  name: '云禾区南山中学',
  director: '苏立言',
  userName: 'academic.desktop',
  teachers: { 语文: '江映雪', 数学: '崔明哲', 英语: '侯雅文', 体育与健康: '雷震' },
} as const
/**
 * Where colleagues give each other's lessons: who falls ill, who is absent without having arranged anything, their
 * colleagues, and who decides. Covers need no audit. It comes late in every order of names.
 */
export const coverSchool = '云禾区紫荆中学'
export const coverPeople = {
  fever: '柳清扬',
  absent: '钱思远',
  english: '乔若兰',
  sport: '武承志',
  chinese: '白芷晴',
  maths: '段景明',
  head: '薛怀谷',
  director: '莫之南',
  pupil: '童小雨',
} as const
export type CoverPerson = keyof typeof coverPeople
/** Pupils have their own sign-in, by the end of the name. */
export const getCoverLogin = (who: CoverPerson) => (who === 'pupil' ? 'cover.pupil' : `${who}.cover`)

/** Where rolls are called: one teacher of a class of 45, and one whose two devices lose the network. */
export const rollSchool = '云禾区梧桐中学'
export const rollPeople = { caller: '宋晚亭', traveller: '梁见山', head: '顾明舒' } as const
export type RollPerson = keyof typeof rollPeople
/** The mother of the first pupil of the class that `head` leads. */
export const rollMotherPhone = '13800007811'
export const getRollLogin = (who: RollPerson) => `${who}.roll`
export const rollPupils =
  '程诺 丁一鸣 范思远 葛雨桐 韩子墨 贾亦凡 江沐晨 孔令仪 李梓涵 刘皓轩 陆星辰 马思齐 毛予安 倪若溪 欧阳子衿 潘多 裴书言 秦朗 任嘉禾 沈知夏 施一诺 宋词 苏晚 孙嘉树 谭越 唐果 田野 汪洋 王安然 韦可 吴桐 夏至 谢云帆 徐来 严谨言 杨帆 叶青禾 殷悦 余欢 袁满 张一凡 赵清扬 郑好 周正 朱墨'.split(
    ' ',
  )

/**
 * The school whose timetable is imported. It comes last in every order of names: other journeys take the first school
 * with classes.
 */
export const timetableSchool = '云禾区钟楼中学'
export const timetableClasses = 36
export const timetableSubjects = ['语文', '数学', '英语', '科学', '体育与健康'] as const

const projects = { desktop: '1', phone: '2' } as const

/** Two children of one mother, and one of another family, in the class of the demo teacher. */
export const children = {
  mine: { name: '陈知夏', tail: '02', sex: '女' },
  brother: { name: '陈知远', tail: '01', sex: '男' },
  foreign: { name: '陆一舟', tail: '03', sex: '男' },
} as const
export const getMotherPhone = (project: JourneyProject) => `1380000${projects[project]}901`
export const getFatherPhone = (project: JourneyProject) => `1380000${projects[project]}902`
export const getStrangerPhone = (project: JourneyProject) => `1380000${projects[project]}903`

/** All were born on one day; the last digit but one gives the sex. */
export function getIdCard(project: JourneyProject, who: keyof typeof children) {
  const first = `33019820141101${projects[project]}${children[who].tail}`
  return first + idCardCheckDigit(first)
}

/** The phone of its administrator, who needs a code like everybody who manages others. */
export const newSchoolPhones = { desktop: '13900007701', phone: '13900007702' } as const
