/** The texts of notices, on devices and in the LINE group. */
export const noticeTexts = {
  en: {
    trial: { title: 'Notices work', body: 'This device gets the notices of the shop.' },
    lineTrial: 'Notices by LINE work\nThis group gets the notices of the shop.',
    title: {
      order: (number: number) => `New order #${number}`,
      alarm: (number: number) => `Order #${number} isn’t confirmed`,
      late: (number: number) => `Order #${number} is late`,
      moved: (number: number) => `The shopper has moved order #${number}`,
    },
    afterMinutes: (minutes: number) => `after ${minutes} minutes`,
    late: (about: string, was: string) => `now about ${about} (was ${was})`,
    runningOut: (name: string) => `Running out: ${name}`,
    manyRunningOut: (products: number) => `${products} products are running out`,
    left: (name: string, pieces: number) => (pieces === 0 ? `${name}: sold out` : `${name}: ${pieces} left`),
    moreProducts: (products: number) => `and ${products} more`,
    justNow: 'just now',
    minutesAgo: (minutes: number) => `${minutes} min ago`,
  },
  th: {
    trial: { title: 'การแจ้งเตือนใช้ได้', body: 'อุปกรณ์นี้จะได้รับการแจ้งเตือนของร้าน' },
    lineTrial: 'การแจ้งเตือนทาง LINE ใช้ได้\nกลุ่มนี้จะได้รับการแจ้งเตือนของร้าน',
    title: {
      order: (number: number) => `ออเดอร์ใหม่ #${number}`,
      alarm: (number: number) => `ออเดอร์ #${number} ยังไม่ยืนยัน`,
      late: (number: number) => `ออเดอร์ #${number} จะช้ากว่ากำหนด`,
      moved: (number: number) => `ลูกค้าเปลี่ยนเวลาส่ง ออเดอร์ #${number}`,
    },
    afterMinutes: (minutes: number) => `(${minutes} นาทีแล้ว)`,
    late: (about: string, was: string) => `ประมาณ ${about}\u00a0น. (เดิม ${was}\u00a0น.)`,
    runningOut: (name: string) => `ใกล้หมด: ${name}`,
    manyRunningOut: (products: number) => `ใกล้หมด ${products} รายการ`,
    left: (name: string, pieces: number) => (pieces === 0 ? `${name}: ขายหมดแล้ว` : `${name}: เหลือ ${pieces}`),
    moreProducts: (products: number) => `และอีก ${products} รายการ`,
    justNow: 'เมื่อสักครู่',
    minutesAgo: (minutes: number) => `${minutes} นาทีที่แล้ว`,
  },
} as const
