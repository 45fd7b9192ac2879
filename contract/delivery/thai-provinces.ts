/*
 * Maps Thai postcodes to provinces by their first two digits, with the exceptions below. Compiled in November 2026 from
 * the 7,498 subdistricts of thai-address-universal 2.2.0; English names as Thailand itself spells them.
 */

type Names = readonly [th: string, en: string]

const samutPrakan: Names = ['สมุทรปราการ', 'Samut Prakan']
/** Postcodes that start like Bangkok's but are in the neighbouring province. */
const ofSamutPrakan = new Set(['10130', '10270', '10280', '10290', '10540', '10550', '10560', '10570'])
/** Postcodes that are in, or shared with, a province other than the first digits say. */
const unclear = new Set(['13240', '18220', '18270', '22160', '30130', '36220', '58130', '70190', '71170', '80240'])

const provinces: Readonly<Record<string, Names>> = {
  '10': ['กรุงเทพมหานคร', 'Bangkok'],
  '11': ['นนทบุรี', 'Nonthaburi'],
  '12': ['ปทุมธานี', 'Pathum Thani'],
  '13': ['พระนครศรีอยุธยา', 'Phra Nakhon Si Ayutthaya'],
  '14': ['อ่างทอง', 'Ang Thong'],
  '15': ['ลพบุรี', 'Lop Buri'],
  '16': ['สิงห์บุรี', 'Sing Buri'],
  '17': ['ชัยนาท', 'Chai Nat'],
  '18': ['สระบุรี', 'Saraburi'],
  '20': ['ชลบุรี', 'Chon Buri'],
  '21': ['ระยอง', 'Rayong'],
  '22': ['จันทบุรี', 'Chanthaburi'],
  '23': ['ตราด', 'Trat'],
  '24': ['ฉะเชิงเทรา', 'Chachoengsao'],
  '25': ['ปราจีนบุรี', 'Prachin Buri'],
  '26': ['นครนายก', 'Nakhon Nayok'],
  '27': ['สระแก้ว', 'Sa Kaeo'],
  '30': ['นครราชสีมา', 'Nakhon Ratchasima'],
  '31': ['บุรีรัมย์', 'Buri Ram'],
  '32': ['สุรินทร์', 'Surin'],
  '33': ['ศรีสะเกษ', 'Si Sa Ket'],
  '34': ['อุบลราชธานี', 'Ubon Ratchathani'],
  '35': ['ยโสธร', 'Yasothon'],
  '36': ['ชัยภูมิ', 'Chaiyaphum'],
  '37': ['อำนาจเจริญ', 'Amnat Charoen'],
  '38': ['บึงกาฬ', 'Bueng Kan'],
  '39': ['หนองบัวลำภู', 'Nong Bua Lamphu'],
  '40': ['ขอนแก่น', 'Khon Kaen'],
  '41': ['อุดรธานี', 'Udon Thani'],
  '42': ['เลย', 'Loei'],
  '43': ['หนองคาย', 'Nong Khai'],
  '44': ['มหาสารคาม', 'Maha Sarakham'],
  '45': ['ร้อยเอ็ด', 'Roi Et'],
  '46': ['กาฬสินธุ์', 'Kalasin'],
  '47': ['สกลนคร', 'Sakon Nakhon'],
  '48': ['นครพนม', 'Nakhon Phanom'],
  '49': ['มุกดาหาร', 'Mukdahan'],
  '50': ['เชียงใหม่', 'Chiang Mai'],
  '51': ['ลำพูน', 'Lamphun'],
  '52': ['ลำปาง', 'Lampang'],
  '53': ['อุตรดิตถ์', 'Uttaradit'],
  '54': ['แพร่', 'Phrae'],
  '55': ['น่าน', 'Nan'],
  '56': ['พะเยา', 'Phayao'],
  '57': ['เชียงราย', 'Chiang Rai'],
  '58': ['แม่ฮ่องสอน', 'Mae Hong Son'],
  '60': ['นครสวรรค์', 'Nakhon Sawan'],
  '61': ['อุทัยธานี', 'Uthai Thani'],
  '62': ['กำแพงเพชร', 'Kamphaeng Phet'],
  '63': ['ตาก', 'Tak'],
  '64': ['สุโขทัย', 'Sukhothai'],
  '65': ['พิษณุโลก', 'Phitsanulok'],
  '66': ['พิจิตร', 'Phichit'],
  '67': ['เพชรบูรณ์', 'Phetchabun'],
  '70': ['ราชบุรี', 'Ratchaburi'],
  '71': ['กาญจนบุรี', 'Kanchanaburi'],
  '72': ['สุพรรณบุรี', 'Suphan Buri'],
  '73': ['นครปฐม', 'Nakhon Pathom'],
  '74': ['สมุทรสาคร', 'Samut Sakhon'],
  '75': ['สมุทรสงคราม', 'Samut Songkhram'],
  '76': ['เพชรบุรี', 'Phetchaburi'],
  '77': ['ประจวบคีรีขันธ์', 'Prachuap Khiri Khan'],
  '80': ['นครศรีธรรมราช', 'Nakhon Si Thammarat'],
  '81': ['กระบี่', 'Krabi'],
  '82': ['พังงา', 'Phang Nga'],
  '83': ['ภูเก็ต', 'Phuket'],
  '84': ['สุราษฎร์ธานี', 'Surat Thani'],
  '85': ['ระนอง', 'Ranong'],
  '86': ['ชุมพร', 'Chumphon'],
  '90': ['สงขลา', 'Songkhla'],
  '91': ['สตูล', 'Satun'],
  '92': ['ตรัง', 'Trang'],
  '93': ['พัทลุง', 'Phatthalung'],
  '94': ['ปัตตานี', 'Pattani'],
  '95': ['ยะลา', 'Yala'],
  '96': ['นราธิวาส', 'Narathiwat'],
}

/** The English names of the provinces of Thailand. */
export const thaiProvinces: readonly string[] = [samutPrakan, ...Object.values(provinces)].map(([, en]) => en)

/** Returns the names of the province of a five-digit Thai postcode; undefined if that isn't certain. */
export function provinceOf(postcode: string): { th: string; en: string } | undefined {
  if (!/^[0-9]{5}$/.test(postcode) || unclear.has(postcode)) return undefined
  const names = ofSamutPrakan.has(postcode) ? samutPrakan : provinces[postcode.slice(0, 2)]
  return names && { th: names[0], en: names[1] }
}

/** Returns the province with this Thai or English name, in any letter case. */
export function provinceNamed(name: string): { th: string; en: string } | undefined {
  const wanted = name.normalize('NFC').trim().toLowerCase()
  const names = [samutPrakan, ...Object.values(provinces)].find(
    ([th, en]) => th === wanted || en.toLowerCase() === wanted,
  )
  return names && { th: names[0], en: names[1] }
}
