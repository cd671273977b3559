import type { JourneyProject } from './cast.ts'

/** Users of the other sign-in methods. Each journey has its own, because attempts are counted. */
export const signInPeople = {
  sms: { name: '方晓岚', tail: '01' },
  second: { name: '高立新', tail: '02' },
  forgetful: { name: '何雨桐', tail: '03' },
  newcomer: { name: '蒋思源', tail: '04' },
  scanner: { name: '孔令仪', tail: '05' },
  dingtalk: { name: '罗文博', tail: '06' },
  pupil: { name: '潘小满', tail: '07' },
  personal: { name: '葛明轩', tail: '08' },
  changer: { name: '邓佳宁', tail: '09' },
  roamer: { name: '尹若溪', tail: '10' },
  twoPosts: { name: '石文浩', tail: '11' },
  unbinder: { name: '史云帆', tail: '12' },
  mistaken: { name: '陶静姝', tail: '13' },
  doubter: { name: '汪若水', tail: '14' },
  mover: { name: '夏知行', tail: '15' },
  exporter: { name: '邹清源', tail: '16' },
  keyed: { name: '温良玉', tail: '17' },
  protected: { name: '霍知微', tail: '18' },
  // A department of three: who falls ill, who stands in for her, and its head.
  ill: { name: '顾念慈', tail: '19' },
  standIn: { name: '严知秋', tail: '20' },
  departmentHead: { name: '宋知礼', tail: '21' },
  // Who reads the logs of the district, and whose account was tampered with.
  auditor: { name: '秦守正', tail: '22' },
  victim: { name: '岳明溪', tail: '23' },
} as const
/** The TOTP secret that `keyed` has from the beginning. */
export const keyedSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export type SignInPerson = keyof typeof signInPeople

export const getProject = (isPhone: boolean): JourneyProject => (isPhone ? 'phone' : 'desktop')
const projects = { desktop: '1', phone: '2' } as const
export const getLoginName = (project: JourneyProject, who: SignInPerson) => `${who}.${project}`
export const getPhone = (project: JourneyProject, who: SignInPerson) =>
  `1390000${projects[project]}1${signInPeople[who].tail}`
