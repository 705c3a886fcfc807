/** Numbers of digits that the numbers of a calling code have, from libphonenumber-js 1.13.16: lengths, then the codes that have them. A test compares. */
const table = `
5:500,682 6:298,299,672,687 7:238,239,246,248,269,291,297,592,673,674,680,691,692
8:45,216,222,223,226,227,228,232,235,236,253,257,266,350,356,357,370,371,373,374,389,505,509,973,993
9:33,34,93,94,211,212,218,221,240,242,244,249,251,255,256,260,261,262,351,590,594,596,992,994,995,998 10:1,52,58,225,229 10,14:7
8-10:20,60,855,856,964,970,976 5-10:27,64 10-12:30 5-11:31 8-9:32,36,51,213,224,233,237,250,258,264,268,377,382,387,591,962,963 6-12:39,381
6,9:40,508,681 9,12:41 4-13:43,598 7,9-10:44,263 6-10,12:46 5,8:47,686 6-10:48,95,880 4-15:49 6-8,10:53 10-11:54 8-11:55,593 9-11:56 8,10-11:57,65,977
5-10,12:61 7-17:62 6,8-13:63 8-10,13:66 8-17:81 5-6,8-14:82 7-10:84,243,254,353 7-12:86,972 7,10,12-13:90 8-13:91 8-12:92,383 4-7,10:98
7,9:220,245,265,354,423 7-8,10:230,267,372 7-9:231,385,967,968 10-14:234 7-8:241,599,670,675,853,961,965,975 5-6:247 6-9:252,355 4-5:290 4-11:352
5-12:358,971 6-9,12:359 6-11:375,595 6,8-9:376,689 8,10:378,506,850 9-10:380,966,996 5-8:386 9-12:420 6-7,9:421 7,11:501,679 8,11:502,504 7-8,11:503
7-8,10-11:507 6-7:597 5,7:676,677,678 4,7:683 5-7,10:685 5-7:688 4-7:690 5-9,11:852 7-11:886 7,10:960 7-9,11:974
`

type Lengths = readonly (readonly [least: number, most: number])[]

const rangesOf = (text: string): Lengths => text.split(',').map((range): readonly [number, number] => {
  const [least = 0, most = least] = range.split('-').map(Number)
  return [least, most]
})

const lengths: ReadonlyMap<string, Lengths> = new Map(table.trim().split(/\s+/).flatMap((group) => {
  const [ranges = '', codes = ''] = group.split(':')
  return codes.split(',').map((code): readonly [string, Lengths] => [code, rangesOf(ranges)])
}))

/** Whether the numbers behind a calling code can have as many digits as this one, a zero in front aside, which many type by habit. A code that is not known refuses nothing. */
export function isPossibleLength(code: string, number: string): boolean {
  // Islands of the North American plan have a code of four digits, of which three belong to the number.
  const rest = code.length === 4 && code.startsWith('1') ? code.slice(1) : ''
  const known = lengths.get(rest === '' ? code : '1')
  const digits = rest.length + number.length
  return known === undefined || [digits, ...(number.startsWith('0') ? [digits - 1] : [])].some((count) => known.some(([least, most]) => count >= least && count <= most))
}
