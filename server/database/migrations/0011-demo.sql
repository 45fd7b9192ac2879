-- Which products came with the demo. A product that a seller edits is the shop's own from then on; production doesn't
-- open with those that are left. Older shops know them by their names.
alter table product add column demo boolean not null default false;
update product set demo = true where (name, name_th) in (
  ('Nam Dok Mai mango', 'มะม่วงน้ำดอกไม้'), ('Broccoli', 'บรอกโคลี'), ('Fresh milk', 'นมสดพาสเจอร์ไรส์'), ('Butter croissants', 'ครัวซองต์เนยสด'),
  ('Jasmine rice', 'ข้าวหอมมะลิ'), ('Apple juice', 'น้ำแอปเปิล'), ('Tom yum instant noodles', 'บะหมี่กึ่งสำเร็จรูป รสต้มยำกุ้ง'),
  ('Watermelon, quarter', 'แตงโม ผ่าซีก'), ('Vine tomatoes', 'มะเขือเทศ'), ('Strawberry milk', 'นมรสสตรอว์เบอร์รี'),
  ('White sandwich loaf', 'ขนมปังแซนด์วิช'), ('Brown jasmine rice', 'ข้าวกล้องหอมมะลิ'), ('Apple juice, pack of 3', 'น้ำแอปเปิล แพ็ก 3 กล่อง'),
  ('Minced pork noodles, pack of 3', 'บะหมี่กึ่งสำเร็จรูป รสหมูสับ แพ็ก 3 ซอง'), ('Cavendish bananas, pack of 3', 'กล้วยหอม แพ็ก 3 ลูก'),
  ('Carrots', 'แครอท'), ('Chocolate milk', 'นมรสช็อกโกแลต'), ('Baguette', 'ขนมปังบาแกตต์'), ('Riceberry rice', 'ข้าวไรซ์เบอร์รี'),
  ('Thai milk tea with pearls', 'ชานมไทยไข่มุก'), ('Massaman chicken with rice', 'ข้าวแกงมัสมั่นไก่'), ('Phu Lae pineapple', 'สับปะรดภูแล'),
  ('Cos lettuce', 'ผักกาดคอส'), ('Soy milk', 'นมถั่วเหลือง'), ('Sesame and berry bagels', 'เบเกิลงาและเบอร์รี'),
  ('Glutinous rice', 'ข้าวเหนียวเขี้ยวงู'), ('Cola with ice', 'โคล่าใส่น้ำแข็ง'), ('Tom yum soup kit', 'ชุดต้มยำพร้อมปรุง'),
  ('Sai Nam Phueng mandarins', 'ส้มสายน้ำผึ้ง'), ('Sweet corn', 'ข้าวโพดหวาน'), ('Emmental cheese', 'ชีสเอ็มเมนทัล'),
  ('Soft pretzels', 'เพรตเซลนุ่ม'), ('Wheat flour', 'แป้งสาลีอเนกประสงค์'), ('Tropical fruit punch', 'น้ำพันช์ผลไม้รวม'),
  ('Canned tomatoes', 'มะเขือเทศกระป๋อง'), ('Strawberries', 'สตรอว์เบอร์รี'), ('Japanese cucumbers', 'แตงกวาญี่ปุ่น'),
  ('Salted butter', 'เนยสดชนิดเค็ม'), ('Chocolate chip cookies', 'คุกกี้ช็อกโกแลตชิป'), ('Rolled oats', 'ข้าวโอ๊ตแผ่น'),
  ('Fresh orange juice', 'น้ำส้มคั้นสด'), ('Frozen pork gyoza', 'เกี๊ยวซ่าหมูแช่แข็ง'), ('Black seedless grapes', 'องุ่นดำไร้เมล็ด'),
  ('Potatoes', 'มันฝรั่ง'), ('Hen’s eggs, size 2', 'ไข่ไก่ เบอร์ 2'), ('Chocolate doughnuts', 'โดนัทเคลือบช็อกโกแลต'),
  ('Red kidney beans', 'ถั่วแดงหลวง'), ('Doi Chang ground coffee', 'กาแฟคั่วบดดอยช้าง'), ('Tuna onigiri', 'ข้าวปั้นไส้ทูน่า'),
  ('Gala apples', 'แอปเปิลกาลา'), ('Orange sweet potatoes', 'มันเทศเนื้อส้ม'), ('Vanilla ice cream cones', 'ไอศกรีมโคนวานิลลา'),
  ('Strawberry shortcake, slice', 'ชอร์ตเค้กสตรอว์เบอร์รี'), ('Peanuts in the shell', 'ถั่วลิสงทั้งเปลือก'), ('Jasmine green tea', 'ชาเขียวมะลิ'),
  ('Spaghetti with tomato sauce', 'สปาเกตตีซอสมะเขือเทศ'), ('Granny Smith apples', 'แอปเปิลเขียวแกรนนี่สมิธ'), ('Garlic', 'กระเทียม'),
  ('Neapolitan ice cream', 'ไอศกรีมสามรส'), ('Roti flatbread', 'แป้งโรตี'), ('Roasted chestnuts', 'เกาลัดคั่ว'), ('Oolong loose tea', 'ชาอู่หลง'),
  ('Breaded prawns', 'กุ้งชุบเกล็ดขนมปัง'), ('Mature coconut, halved', 'มะพร้าวแก่ผ่าซีก'), ('Yellow onions', 'หอมหัวใหญ่'),
  ('Caramel custard pudding', 'พุดดิ้งคัสตาร์ดคาราเมล'), ('Durian mooncake', 'ขนมไหว้พระจันทร์ไส้ทุเรียน'),
  ('Popping corn', 'เมล็ดข้าวโพดสำหรับทำป๊อปคอร์น'), ('Drinking water', 'น้ำดื่ม'), ('Butter popcorn', 'ป๊อปคอร์นรสเนย'),
  ('Hass avocado', 'อะโวคาโดแฮส'), ('Red spur chillies', 'พริกชี้ฟ้าแดง'), ('Vanilla birthday cake', 'เค้กวันเกิดวานิลลา'),
  ('Seaweed rice crackers', 'ข้าวอบกรอบห่อสาหร่าย'), ('Ice cubes', 'น้ำแข็งก้อน'), ('Prawn and rice bento', 'เบนโตะข้าวหน้ากุ้ง'),
  ('Green kiwifruit', 'กีวีเขียว'), ('Green bell pepper', 'พริกหวานสีเขียว'), ('Dark cherries', 'เชอร์รีแดง'), ('Purple aubergine', 'มะเขือม่วง'),
  ('Green cantaloupe', 'แคนตาลูปเขียว'), ('Sugar snap peas', 'ถั่วลันเตาหวาน'), ('Mature ginger', 'ขิงแก่')
);
