/** The states of the countries from AD to GB, as `../states.ts` says, and under its licenses. */
export const statesFromAdToGb = `
AD
02 Canillo
03 Encamp
04 La Massana
05 Ordino
06 Sant Julià de Lòria
07 Andorra la Vella
08 Escaldes-Engordany

AE
AJ Ajman
AZ Abu Dhabi
DU Dubai
FU Fujairah
RK Ras al Khaimah
SH Sharjah
UQ Umm Al Quwain

AF
BAL Balkh
BAM Bamyan
BDG Badghis
BDS Badakhshan
BGL Baghlan
DAY Daykundi
FRA Farah
FYB Faryab
GHA Ghazni
GHO Ghor
HEL Helmand
HER Herat
JOW Jowzjan
KAB Kabul
KAN Kandahar
KAP Kapisa
KDZ Kunduz
KHO Khost
KNR Kunar
LAG Laghman
LOG Lōgar
NAN Nangarhar
NIM Nimruz
NUR Nuristan
PAN Panjshir
PAR Parwan
PIA Paktia
PKA Paktika
SAM Samangan
SAR Sar-e Pol
TAK Takhar
URU Uruzgān
WAR Maidan Wardak
ZAB Zabul
LOW Logar
ORU Urozgan

AG
03 Saint George
04 Saint John
05 Saint Mary
06 Saint Paul
07 Saint Peter
08 Saint Philip
10 Barbuda
11 Redonda

AI
01 Anguilla
02 Anguillita Island
03 Blowing Rock
04 Cove Cay
05 Crocus Cay
06 Deadman's Cay
07 Dog Island
08 East Cay
09 Little Island
10 Little Scrub Island
11 Mid Cay
12 North Cay
13 Prickly Pear Cays
14 Rabbit Island
15 Sandy Island/Sand Island
16 Scilly Cay
17 Scrub Island
18 Seal Island
19 Sombrero/Hat Island
20 South Cay
21 South Wager Island
22 West Cay

AL
01 Berat
02 Durrës
03 Elbasan
04 Fier
05 Gjirokastër
06 Korçë
07 Kukës
08 Lezhë
09 Dibër
10 Shkodër
11 Tirana
12 Vlorë
BR Berat
BU Bulqizë
DI Dibër
DL Delvinë
DR Durrës
DV Devoll
EL Elbasan
ER Kolonjë
FR Fier
GJ Gjirokastër
GR Gramsh
HA Has
KA Kavajë
KB Kurbin
KC Kuçovë
KO Korçë
KR Krujë
KU Kukës
LB Librazhd
LE Lezhë
LU Lushnjë
MK Mallakastër
MM Malësi e Madhe
MR Mirditë
MT Mat
PG Pogradec
PQ Peqin
PR Përmet
PU Pukë
SH Shkodër
SK Skrapar
SR Sarandë
TE Tepelenë
TP Tropojë
TR Tiranë
VL Vlorë

AM
AG Aragatsotn
AR Ararat
AV Armavir
ER Yerevan
GR Gegharkunik
KT Kotayk
LO Lori
SH Shirak
SU Syunik
TV Tavush
VD Vayots Dzor

AO
BGO Bengo
BGU Benguela
BIE Bié
CAB Cabinda
CCU Cuando Cubango
CNN Cunene
CNO Cuanza Norte
CUS Cuanza Sul
HUA Huambo
HUI Huíla
LNO Lunda Norte
LSU Lunda Sul
LUA Luanda
MAL Malanje
MOX Moxico
NAM Namibe
UIG Uíge
ZAI Zaire

AQ
AQ Antarctica

AR
A Salta
B Buenos Aires
C Capital Federal
D San Luis
E Entre Ríos
F La Rioja
G Santiago del Estero
H Chaco
J San Juan
K Catamarca
L La Pampa
M Mendoza
N Misiones
P Formosa
Q Neuquén
R Río Negro
S Santa Fe
T Tucumán
U Chubut
V Tierra del Fuego
W Corrientes
X Córdoba
Y Jujuy
Z Santa Cruz

AS
01 Tutuila
02 Aunu'u
03 Ta'ū
04 Ofu‑Olosega
21 Rose Atoll
22 Swains Island

AT
1 Burgenland
2 Kärnten
3 Niederösterreich
4 Oberösterreich
5 Salzburg
6 Steiermark
7 Tirol
8 Vorarlberg
9 Wien

AU
ACT Australian Capital Territory
NSW New South Wales
NT Northern Territory
QLD Queensland
SA South Australia
TAS Tasmania
VIC Victoria
WA Western Australia

AW
AW Aruba

AX
BR Brändö
EC Eckerö
FG Föglö
FN Finström
GT Geta
HM Hammarland
JM Jomala
KK Kökar
KM Kumlinge
LE Lemland
LU Lumparland
MH Mariehamn
SD Sund
ST Sottunga
SV Saltvik
VR Vårdö

AZ
ABS Abşeron
AGA Ağstafa
AGC Ağcabədi
AGM Ağdam
AGS Ağdaş
AGU Ağsu
AST Astara
BA Bakı
BAB Babək
BAL Balakən
BAR Bərdə
BEY Beyləqan
BIL Biləsuvar
CAB Cəbrayıl
CAL Cəlilabad
CUL Culfa
DAS Daşkəsən
FUZ Füzuli
GA Gəncə
GAD Gədəbəy
GOR Goranboy
GOY Göyçay
GYG Göygöl
HAC Hacıqabul
IMI İmişli
ISM İsmayıllı
KAL Kəlbəcər
KAN Kǝngǝrli
KUR Kürdəmir
LA Lənkəran
LAC Laçın
LAN Lənkəran
LER Lerik
MAS Masallı
MI Mingəçevir
NA Naftalan
NEF Neftçala
NV Naxçıvan
NX Naxçıvan
OGU Oğuz
ORD Ordubad
QAB Qəbələ
QAX Qax
QAZ Qazax
QBA Quba
QBI Qubadli
QOB Qobustan
QUS Qusar
SA Şəki
SAB Sabirabad
SAD Sədərək
SAH Şahbuz
SAK Şəki
SAL Salyan
SAR Şərur
SAT Saatlı
SBN Şabran
SIY Siyəzən
SKR Şəmkir
SM Sumqayıt
SMI Şamaxı
SMX Samux
SR Şirvan
SUS Şuşa
TAR Tərtər
TOV Tovuz
UCA Ucar
XA Xankəndi
XAC Xaçmaz
XCI Xocalı
XIZ Xızı
XVD Xocavənd
YAR Yardımlı
YE Yevlax
YEV Yevlax
ZAN Zəngilan
ZAQ Zaqatala
ZAR Zərdab
BAK Bakı

BA
BIH Federacija Bosne i Hercegovine
BRC Brčko Distrikt
SRP Republika Srpska
01 Unsko-sanska županija
02 Posavska županija
03 Tuzlanska županija
04 Zeničko-dobojska županija
05 Bosansko-podrinjska županija
06 Srednjobosanska županija
07 Hercegovačko-neretvanska županija
08 Zapadnohercegovačka županija
09 Kanton Sarajevo
10 Kanton br. 10

BB
01 Christ Church
02 Saint Andrew
03 Saint George
04 Saint James
05 Saint John
06 Saint Joseph
07 Saint Lucy
08 Saint Michael
09 Saint Peter
10 Saint Philip
11 Saint Thomas

BD
01 Bandarban
02 Barguna
03 Bogura
04 Brahmanbaria
05 Bagerhat
06 Barishal
07 Bhola
08 Cumilla
09 Chandpur
10 Chattogram
11 Cox's Bazar
12 Chuadanga
13 Dhaka
14 Dinajpur
15 Faridpur
16 Feni
17 Gopalganj
18 Gazipur
19 Gaibandha
20 Habiganj
21 Jamalpur
22 Jashore
23 Jhenaidah
24 Joypurhat
25 Jhalakathi
26 Kishoreganj
27 Khulna
28 Kurigram
29 Khagrachhari
30 Kushtia
31 Lakshmipur
32 Lalmonirhat
33 Manikganj
34 Mymensingh
35 Munshiganj
36 Madaripur
37 Magura
38 Moulvibazar
39 Meherpur
40 Narayanganj
41 Netrakona
42 Narsingdi
43 Narail
44 Natore
45 Chapai Nawabganj
46 Nilphamari
47 Noakhali
48 Naogaon
49 Pabna
50 Pirojpur
51 Patuakhali
52 Panchagarh
53 Rajbari
54 Rajshahi
55 Rangpur
56 Rangamati
57 Sherpur
58 Satkhira
59 Sirajganj
60 Sylhet
61 Sunamganj
62 Shariatpur
63 Tangail
64 Thakurgaon
A Barisal
B Chattogram
C Dhaka
D Khulna
E Rajshahi
F Rangpur
G Sylhet
H Mymensingh
M Mymensingh

BE
BRU Brussels
VAN Antwerpen
VBR Vlaams-Brabant
VLG Flanders
VLI Limburg
VOV Oost-Vlaanderen
VWV West-Vlaanderen
WAL Wallonia
WBR Brabant wallon
WHT Hainaut
WLG Liège
WLX Luxembourg
WNA Namur

BF
01 Boucle du Mouhoun
02 Cascades
03 Centre
04 Centre-Est
05 Centre-Nord
06 Centre-Ouest
07 Centre-Sud
08 Est
09 Hauts-Bassins
10 Nord
11 Plateau-Central
12 Sahel
13 Sud-Ouest
BAL Balé
BAM Bam/Lake Bam
BAN Banwa Province
BAZ Bazèga
BGR Bougouriba
BLG Boulgou Province
BLK Boulkiemdé
COM Comoé/Komoe
GAN Ganzourgou Province
GNA Gnagna
GOU Gourma Province
HOU Houet
IOB Ioba
KAD Kadiogo
KEN Kénédougou
KMD Komondjari
KMP Kompienga
KOP Koulpélogo
KOS Kossi Province
KOT Kouritenga
KOW Kourwéogo
LER Léraba
LOR Loroum
MOU Mouhoun
NAM Namentenga
NAO Naouri/Nahouri
NAY Nayala
NOU Noumbiel
OUB Oubritenga
OUD Oudalan
PAS Passoré
PON Poni
SEN Séno
SIS Sissili
SMT Sanmatenga
SNG Sanguié
SOM Soum
SOR Sourou
TAP Tapoa
TUI Tui/Tuy
YAG Yagha
YAT Yatenga
ZIR Ziro
ZON Zondoma
ZOU Zoundwéogo

BG
01 Blagoevgrad
02 Burgas
03 Varna
04 Veliko Turnovo
05 Vidin
06 Vraca
07 Gabrovo
08 Dobrich
09 Kurdzhali
10 Kjustendil
11 Lovech
12 Montana
13 Pazardzhik
14 Pernik
15 Pleven
16 Plovdiv
17 Razgrad
18 Ruse
19 Silistra
20 Sliven
21 Smoljan
22 Sofija-Grad
23 Sofija
24 Stara Zagora
25 Turgovishhe
26 Khaskovo
27 Shumen
28 Jambol

BH
13 Al Manāmah
14 Al Janūbīyah
15 Al Muḩarraq
17 Ash Shamālīyah
16 Al Wusţá

BI
BB Bubanza
BL Bujumbura Rural
BM Bujumbura Mairie
BR Bururi
CA Cankuzo
CI Cibitoke
GI Gitega
KI Kirundo
KR Karuzi
KY Kayanza
MA Makamba
MU Muramvya
MW Mwaro
MY Muyinga
NG Ngozi
RM Rumonge
RT Rutana
RY Ruyigi

BJ
AK Atakora
AL Alibori
AQ Atlantique
BO Borgou
CO Collines Department
DO Donga
KO Kouffo
LI Littoral Department
MO Mono Department
OU Ouémé
PL Plateau
ZO Zou

BL
01 Sous le Vent
02 Au Vent

BM
01 Devonshire Parish
02 Hamilton Parish
03 City of Hamilton
04 Paget Parish
05 Pembroke Parish
06 Town of St. George
07 St. George's Parish
08 Sandys Parish
09 Smith's Parish
10 Southampton Parish
11 Warwick Parish

BN
BE Belait
BM Brunei Muara
TE Temburong
TU Tutong

BO
B El Beni
C Cochabamba
H Chuquisaca
L La Paz
N Pando
O Oruro
P Potosí
S Santa Cruz
T Tarija
BE Beni
CB Cochabamba
CH Chuquisaca
LP La Paz
OR Oruro
PD Pando
PT Potosí
SC Santa Cruz
TJ Tarija

BQ
BO Bonaire
SA Saba Isand
SE Sint Eustatius

BR
AC Acre
AL Alagoas
AM Amazonas
AP Amapá
BA Bahia
CE Ceará
DF Distrito Federal
ES Espírito Santo
GO Goiás
MA Maranhão
MG Minas Gerais
MS Mato Grosso do Sul
MT Mato Grosso
PA Pará
PB Paraíba
PE Pernambuco
PI Piauí
PR Paraná
RJ Rio de Janeiro
RN Rio Grande do Norte
RO Rondônia
RR Roraima
RS Rio Grande do Sul
SC Santa Catarina
SE Sergipe
SP São Paulo
TO Tocantins

BS
AK Acklins
BI Bimini
BP Black Point
BY Berry Islands
CE Central Eleuthera
CI Cat Island
CK Crooked Island and Long Cay
CO Central Abaco
CS Central Andros
EG East Grand Bahama
EX Exuma
FP City of Freeport
GC Grand Cay
HI Harbour Island
HT Hope Town
IN Inagua
LI Long Island
MC Mangrove Cay
MG Mayaguana
MI Moore's Island
NE North Eleuthera
NO North Abaco
NP New Providence
NS North Andros
RC Rum Cay
RI Ragged Island
SA South Andros
SE South Eleuthera
SO South Abaco
SS San Salvador
SW Spanish Wells
WG West Grand Bahama
01 Acklins Island
02 Bimini
03 Cat Island
04 Exuma
05 Freeport
06 Fresh Creek
07 Governor's Harbour
08 Green Turtle Cay
09 Harbour Island
10 High Rock
11 Inagua
12 Kemps Bay
13 Long Island
14 Marsh Harbour
15 Mayaguana
16 New Providence
17 Nichollstown and Berry Islands
18 Ragged Island
19 Rock Sound
20 San Salvador and Rum Cay
21 Sandy Point
22 Berry Islands
23 Black Point
24 Central Abaco
28 Crooked Island and Long Cay
29 East Grand Bahama
33 North Eleuthera
35 South Abaco
36 South Andros
37 South Eleuthera
39 West Grand Bahama
40 Moore’s Island
41 North Andros
42 North Abaco
43 Central Andros
44 Central Eleuthera
45 Grand Cay
46 Hope Town
47 Mangrove Cay
48 Spanish Wells

BT
11 Paro
12 Chhukha
13 Haa
14 Samtse
15 Thimphu
21 Tsirang
22 Dagana
23 Punakha
24 Wangdue Phodrang
31 Sarpang
32 Trongsa
33 Bumthang
34 Zhemgang
41 Trashigang
42 Mongar
43 Pemagatshel
44 Lhuntse
45 Samdrup Jongkhar
GA Gasa
TY Trashiyangtse

BV
BV Bouvet Island

BW
CE Central
CH Chobe
FR Francistown
GA Gaborone
GH Ghanzi
JW Jwaneng
KG Kgalagadi
KL Kgatleng
KW Kweneng
LO Lobatse
NE North-East
NW North West
SE South East
SO Southern
SP Selibe Phikwe
ST Sowa Town

BY
BR Brest voblast
HM Gorod Minsk
HO Homiel voblast
HR Hrodna voblast
MA Mahilyow voblast
MI Minsk voblast
VI Vitsebsk voblast

BZ
BZ Belize District
CY Cayo District
CZL Corozal District
OW Orange Walk District
SC Stann Creek District
TOL Toledo District

CA
AB Alberta
BC British Columbia
MB Manitoba
NB New Brunswick
NL Newfoundland and Labrador
NS Nova Scotia
NT Northwest Territories
NU Nunavut
ON Ontario
PE Prince Edward Island
QC Quebec
SK Saskatchewan
YT Yukon
NF Newfoundland and Labrador

CC
DI Direction Island
HM Home Island
HR Horsburgh Island
NK North Keeling Island
SI South Island
WI West Island

CD
BC Kongo Central
BU Bas-Uélé
EQ Équateur
HK Haut-Katanga
HL Haut-Lomami
HU Haut-Uélé
IT Ituri
KC Kasaï Central
KE Kasaï-Occidental
KG Kwango
KL Kwilu
KN Kinshasa
KS Kasaï
LO Lomami
LU Lualaba
MA Maniema
MN Mai-Ndombe
MO Mongala
NK Nord-Kivu
NU Nord-Ubangi
SA Sankuru
SK Sud-Kivu
SU Sud-Ubangi
TA Tanganyika
TO Tshopo
TU Tshuapa
BN Bandundu
KA Katanga
KW Kasaï-Oriental
OR Orientale

CF
AC Ouham
BB Bamingui-Bangoran
BGF Bangui
BK Basse-Kotto
HK Haute-Kotto
HM Haut-Mbomou
HS Mambéré-Kadéï
KB Gribingui
KG Kémo
LB Lobaye
MB Mbomou
MP Ombella-M'Poko
NM Nana-Mambéré
OP Ouham Péndé
SE Sangha-Mbaéré
UK Ouaka
VK Vakaga
10 Nana-Grebizi

CG
11 Bouenza
12 Pool
13 Sangha
14 Plateaux
15 Cuvette-Ouest
16 Pointe-Noire
2 Lékoumou
5 Kouilou
7 Likouala
8 Cuvette
9 Niari
BZV Brazzaville

CH
AG Aargau
AI Appenzell Innerhoden
AR Appenzell Ausserrhoden
BE Bern
BL Basel-Landschaft
BS Basel-Stadt
FR Fribourg
GE Genève
GL Glarus
GR Graubünden
JU Jura
LU Luzern
NE Neuchâtel
NW Nidwalden
OW Obwalden
SG Sankt Gallen
SH Schaffhausen
SO Solothurn
SZ Schwyz
TG Thurgau
TI Ticino
UR Uri
VD Vaud
VS Valais
ZG Zug
ZH Zürich

CI
AB Abidjan
BS Bas-Sassandra
CM Comoé
DN Denguélé
GD Gôh-Djiboua
LC Lacs
LG Lagunes
MG Montagnes
SM Sassandra-Marahoué
SV Savanes
VB Vallée du Bandama
WR Woroba
YM Yamoussoukro
ZZ Zanzan
01 Lagunes
02 Haut-Sassandra
03 Savanes
04 Vallée du Bandama
05 Moyen-Comoé
06 Dix-Huit Montagnes
07 Lacs
08 Zanzan
09 Bas-Sassandra
10 Denguélé
11 N'zi-Comoé
12 Marahoué
13 Sud-Comoé
14 Worodougou
15 Sud-Bandama
16 Agnéby
17 Bafing
18 Fromager
19 Moyen-Cavally

CK

CL
AI Aisén del General Carlos Ibáñez del Campo
AN Antofagasta
AP Arica y Parinacota
AR Araucanía
AT Atacama
BI Bío-Bío
CO Coquimbo
LI Libertador General Bernardo O'Higgins
LL Los Lagos
LR Los Ríos
MA Magallanes y Antartica Chilena
ML Maule
NB Ñuble
RM Región Metropolitana de Santiago
TA Tarapacá
VS Valparaíso

CM
AD Adamaoua
CE Centre
EN Extrême-Nord
ES Est
LT Littoral
NO Nord
NW Nord-Ouest
OU Ouest
SU Sud
SW Sud-Ouest

CN
AH Anhui
BJ Beijing
CQ Chongqing
FJ Fujian
GD Guangdong
GS Gansu
GX Guangxi
GZ Guizhou
HA Henan
HB Hubei
HE Hebei
HI Hainan
HK Hong Kong
HL Heilongjiang
HN Hunan
JL Jilin
JS Jiangsu
JX Jiangxi
LN Liaoning
MO Macau
NM Inner Mongolia
NX Ningxia
QH Qinghai
SC Sichuan
SD Shandong
SH Shanghai
SN Shaanxi
SX Shanxi
TJ Tianjin
TW Taiwan Sheng
XJ Xinjiang
XZ Tibet
YN Yunnan
ZJ Zhejiang
11 Beijing
12 Tianjin
13 Hebei
14 Shanxi
15 Inner Mongolia
21 Liaoning
22 Jilin
23 Heilongjiang
31 Shanghai
32 Jiangsu
33 Zhejiang
34 Anhui
35 Fujian
36 Jiangxi
37 Shandong
41 Henan
42 Hubei
43 Hunan
44 Guangdong
45 Guangxi
46 Hainan
50 Chongqing
51 Sichuan
52 Guizhou
53 Yunnan
54 Tibet
61 Shaanxi
62 Gansu
63 Qinghai
64 Ningxia
65 Xinjiang
71 Taiwan
91 Hong Kong
92 Macau

CO
AMA Amazonas
ANT Antioquia
ARA Arauca
ATL Atlántico
BOL Bolívar
BOY Boyacá
CAL Caldas
CAQ Caquetá
CAS Casanare
CAU Cauca
CES Cesar
CHO Chocó
COR Córdoba
CUN Cundinamarca
DC Bogotá D.C.
GUA Guainía
GUV Guaviare
HUI Huila
LAG La Guajira
MAG Magdalena
MET Meta
NAR Nariño
NSA Norte de Santander
PUT Putumayo
QUI Quindío
RIS Risaralda
SAN Santander
SAP Archipiélago de San Andrés
SUC Sucre
TOL Tolima
VAC Valle del Cauca
VAU Vaupés
VID Vichada

CR
A Alajuela
C Cartago
G Guanacaste
H Heredia
L Limón
P Puntarenas
SJ San José
1 San José
2 Alajuela
3 Cartago
4 Heredia
5 Guanacaste
6 Puntarenas
7 Limón

CU
01 Pinar del Río
03 La Habana
04 Matanzas
05 Villa Clara
06 Cienfuegos
07 Sancti Spíritus
08 Ciego de Ávila
09 Camagüey
10 Las Tunas
11 Holguín
12 Granma
13 Santiago de Cuba
14 Guantánamo
15 Artemisa
16 Mayabeque
99 Isla de la Juventud

CV
B Ilhas de Barlavento
BR Brava
BV Boa Vista
CA Santa Catarina
CF Santa Catarina do Fogo
CR Santa Cruz
MA Maio
MO Mosteiros
PA Paúl
PN Porto Novo
PR Praia
RB Ribeira Brava
RG Ribeira Grande
RS Ribeira Grande de Santiago
S Ilhas de Sotavento
SD São Domingos
SF São Filipe
SL Sal
SM São Miguel
SO São Lourenço dos Órgãos
SS São Salvador do Mundo
SV São Vicente
TA Tarrafal
TS Tarrafal de São Nicolau
CS Calheta de São Miguel
SN São Nicolau

CW
CW Curaçao

CX
CX Christmas Island

CY
01 Lefkosia
02 Lemesos
03 Larnaka
04 Ammochostos
05 Pafos
06 Keryneia

CZ
10 Hlavní město Praha
20 Středočeský kraj
201 Benešov
202 Beroun
203 Kladno
204 Kolín
205 Kutná Hora
206 Mělník
207 Mladá Boleslav
208 Nymburk
209 Praha-východ
20A Praha-západ
20B Příbram
20C Rakovník
31 Jihočeský kraj
311 České Budějovice
312 Český Krumlov
313 Jindřichův Hradec
314 Písek
315 Prachatice
316 Strakonice
317 Tábor
32 Plzeňský kraj
321 Domažlice
322 Klatovy
323 Plzeň-město
324 Plzeň-jih
325 Plzeň-sever
326 Rokycany
327 Tachov
41 Karlovarský kraj
411 Cheb
412 Karlovy Vary
413 Sokolov
42 Ústecký kraj
421 Děčín
422 Chomutov
423 Litoměřice
424 Louny
425 Most
426 Teplice
427 Ústí nad Labem
51 Liberecký kraj
511 Česká Lípa
512 Jablonec nad Nisou
513 Liberec
514 Semily
52 Královéhradecký kraj
521 Hradec Králové
522 Jičín
523 Náchod
524 Rychnov nad Kněžnou
525 Trutnov
53 Pardubický kraj
531 Chrudim
532 Pardubice
533 Svitavy
534 Ústí nad Orlicí
63 Vysočina
631 Havlíčkův Brod
632 Jihlava
633 Pelhřimov
634 Třebíč
635 Žďár nad Sázavou
64 Jihomoravský kraj
641 Blansko
642 Brno-město
643 Brno-venkov
644 Břeclav
645 Hodonín
646 Vyškov
647 Znojmo
71 Olomoucký kraj
711 Jeseník
712 Olomouc
713 Prostějov
714 Přerov
715 Šumperk
72 Zlínský kraj
721 Kroměříž
722 Uherské Hradiště
723 Vsetín
724 Zlín
80 Moravskoslezský kraj
801 Bruntál
802 Frýdek-Místek
803 Karviná
804 Nový Jičín
805 Opava
806 Ostrava-město
101 Praha 1
102 Praha 2
103 Praha 3
104 Praha 4
105 Praha 5
106 Praha 6
107 Praha 7
108 Praha 8
109 Praha 9
10A Praha 10
10B Praha 11
10C Praha 12
10D Praha 13
10E Praha 14
10F Praha 15
611 Havlíčkův Brod
612 Jihlava
613 Pelhřimov
614 Třebíč
615 Žďár nad Sázavou
621 Blansko
622 Brno-město
623 Brno-venkov
624 Břeclav
625 Hodonín
626 Vyškov
627 Znojmo
JC Jihočeský kraj
JM Jihomoravský kraj
KA Karlovarský kraj
KR Královéhradecký kraj
LI Liberecký kraj
MO Moravskoslezský kraj
OL Olomoucký kraj
PA Pardubický kraj
PL Plzeňský kraj
PR Hlavní město Praha
ST Středočeský kraj
US Ústecký kraj
VY Vysočina
ZL Zlínský kraj

DE
BB Brandenburg
BE Berlin
BW Baden-Württemberg
BY Bayern
HB Bremen
HE Hessen
HH Hamburg
MV Mecklenburg-Vorpommern
NI Niedersachsen
NW Nordrhein-Westfalen
RP Rheinland-Pfalz
SH Schleswig-Holstein
SL Saarland
SN Sachsen
ST Sachsen-Anhalt
TH Thüringen

DJ
AR Arta
AS Ali Sabieh
DI Dikhil
DJ Djibouti
OB Obock
TA Tadjourah

DK
015 København
020 Frederiksborg
025 Roskilde
030 Vestsjælland
035 Storstrøm
040 Bornholm
042 Fyn
050 Sønderjylland
055 Ribe
060 Vejle
065 Ringkøbing
070 Århus
076 Viborg
080 Nordjylland
101 København
147 Frederiksberg
81 Nordjylland
82 Midtjylland
83 Syddanmark
84 Hovedstaden
85 Sjælland

DM
02 Saint Andrew Parish
03 Saint David Parish
04 Saint George Parish
05 Saint John Parish
06 Saint Joseph Parish
07 Saint Luke Parish
08 Saint Mark Parish
09 Saint Patrick Parish
10 Saint Paul Parish
11 Saint Peter Parish

DO
01 Distrito Nacional
02 Azua
03 Baoruco
04 Barahona
05 Dajabón
06 Duarte
07 Elías Piña
08 El Seibo
09 Espaillat
10 Independencia
11 La Altagracia
12 La Romana
13 La Vega
14 María Trinidad Sánchez
15 Monte Cristi
16 Pedernales
17 Peravia
18 Puerto Plata
19 Hermanas Mirabal
20 Samaná
21 San Cristóbal
22 San Juan
23 San Pedro de Macorís
24 Sánchez Ramírez
25 Santiago
26 Santiago Rodríguez
27 Valverde
28 Monseñor Nouel
29 Monte Plata
30 Hato Mayor
31 San José de Ocoa
32 Santo Domingo
33 Nordeste
34 Noroeste
35 Norte
36 Cibao Sur
37 Del Valle
38 Enriquillo
39 Higuamo
40 Ozama
41 Valdesia
42 Yuma

DZ
01 Adrar
02 Chlef
03 Laghouat
04 Oum el Bouaghi
05 Batna
06 Béjaïa
07 Biskra
08 Béchar
09 Blida
10 Bouïra
11 Tamanghasset
12 Tébessa
13 Tlemcen
14 Tiaret
15 Tizi Ouzou
16 Algiers
17 Djelfa
18 Jijel
19 Sétif
20 Saïda
21 Skikda
22 Sidi Bel Abbès
23 Annaba
24 Guelma
25 Constantine
26 Médéa
27 Mostaganem
28 Msila
29 Mascara
30 Ouargla
31 Oran
32 El Bayadh
33 Illizi
34 Bordj Bou Arréridj
35 Boumerdès
36 El Tarf
37 Tindouf
38 Tissemsilt
39 El Oued
40 Khenchela
41 Souk Ahras
42 Tipaza
43 Mila
44 Aïn Defla
45 Naâma
46 Aïn Témouchent
47 Ghardaïa
48 Relizane
49 Timimoun
50 Bordj Badji Mokhtar
51 Ouled Djellal
52 Béni Abbès
53 In Salah
54 In Guezzam
55 Touggourt
56 Djanet
57 El Meghaier
58 El Meniaa

EC
A Azuay
B Bolívar
C Carchi
D Orellana
E Esmeraldas
F Cañar
G Guayas
H Chimborazo
I Imbabura
L Loja
M Manabí
N Napo
O El Oro
P Pichincha
R Los Ríos
S Morona-Santiago
SD Santo Domingo de los Tsáchilas
SE Santa Elena
T Tungurahua
U Sucumbíos
W Galápagos
X Cotopaxi
Y Pastaza
Z Zamora-Chinchipe

EE
130 Alutaguse
141 Anija
142 Antsla
171 Elva
184 Haapsalu
191 Haljala
198 Harku
205 Hiiumaa
214 Häädemeeste
245 Jõelähtme
247 Jõgeva
251 Jõhvi
255 Järva
272 Kadrina
283 Kambja
284 Kanepi
291 Kastre
293 Kehtna
296 Keila
303 Kihnu
305 Kiili
317 Kohila
321 Kohtla-Järve
338 Kose
353 Kuusalu
37 Harjumaa (Tallinn)
39 Hiiumaa (Kardla)
424 Loksa
430 Lääneranna
431 Lääne-Harju
432 Luunja
441 Lääne-Nigula
442 Lüganuse
446 Maardu
45 Ida-Virumaa
478 Muhu
480 Mulgi
486 Mustvee
50 Jõgevamaa
503 Märjamaa
511 Narva
514 Narva-Jõesuu
52 Järvamaa
528 Nõo
557 Otepää
56 Läänemaa
567 Paide
586 Peipsiääre
60 Lääne-Virumaa
615 Põhja-Sakala
618 Põltsamaa
622 Põlva
624 Pärnu
638 Põhja-Pärnumaa
64 Põlvamaa
651 Raasiku
653 Rae
661 Rakvere
663 Rakvere
668 Rapla
68 Pärnumaa
689 Ruhnu
698 Rõuge
708 Räpina
71 Raplamaa
712 Saarde
714 Saaremaa
719 Saku
726 Saue
732 Setomaa
735 Sillamäe
74 Saaremaa (Kuessaare)
784 Tallinn
79 Tartumaa
792 Tapa
793 Tartu
796 Tartu
803 Toila
809 Tori
81 Valgamaa
824 Tõrva
834 Türi
84 Viljandimaa (Viljandi)
855 Valga
87 Võrumaa
890 Viimsi
897 Viljandi
899 Viljandi
901 Vinni
903 Viru-Nigula
907 Vormsi
917 Võru
919 Võru
928 Väike-Maarja
41 Järvamaa (Paide)
44 Ida-Virumaa (Johvi)
49 Jõgevamaa (Jogeva)
51 Järvamaa
57 Läänemaa
59 Lääne-Virumaa (Rakvere)
65 Põlvamaa (Polva)
67 Pärnumaa (Parnu)
70 Raplamaa (Rapla)
78 Tartumaa (Tartu)
82 Valgamaa (Valga)
86 Võrumaa (Voru)

EG
ALX Alexandria
ASN Aswan
AST Asyout
BA El Bahr El Ahmar
BH Beheira
BNS Bani Sueif
C Cairo
DK Daqahlia
DT Dumiat
FYM Fayoum
GH Gharbia
GZ Giza
IS El Ismailia
JS South Sinai
KB Qalubia
KFS Kafr El Sheikh
KN Qena
LX Luxor
MN Menia
MNF Menofia
MT Matrouh
PTS Port Said
SHG Sohag
SHR Sharqia
SIN North Sinai
SUZ El Suez
WAD El Wadi El Gedeed
HU Helwan
SU Sixth of October

EH
AOU Aousserd
BOD Boujdour
ESM Es Smara
LAA Laâyoune
OUD Oued ed Dahab

ER
AN Anseba
DK Debub-Keih-Bahri
DU Debub
GB Gash-Barka
MA Maekel
SK Semien-Keih-Bahri

ES
A Alicante
AB Albacete
AL Almería
AN Andalucìa
AR Aragòn
AS Principado de Asturias
AV Ávila
B Barcelona
BA Badajoz
BI Bizkaia
BU Burgos
C A Coruña
CA Cádiz
CB Cantabria
CC Cáceres
CE Ceuta
CL Castilla y León
CM Castilla-La Mancha
CN Canarias
CO Córdoba
CR Ciudad Real
CS Castellón/Castelló
CT Catalunya
CU Cuenca
EX Extremadura
GA Galicia
GC Las Palmas
GI Girona
GR Granada
GU Guadalajara
H Huelva
HU Huesca
IB Illes Balears
J Jaén
L Lleida
LE León
LO La Rioja
LU Lugo
M Madrid
MA Málaga
MC Región de Murcia
MD Comunidad de Madrid
ML Melilla
MU Murcia
NA Navarra/Nafarroa
NC Comunidad Foral de Navarra
O Asturias
OR Ourense
P Palencia
PM Illes Balears
PO Pontevedra
PV País Vasco
RI La Rioja
S Cantabria
SA Salamanca
SE Sevilla
SG Segovia
SO Soria
SS Gipuzkoa
T Tarragona
TE Teruel
TF Santa Cruz de Tenerife
TO Toledo
V Valencia/València
VA Valladolid
VC Comunidad Valenciana
VI Araba/Álava
Z Zaragoza
ZA Zamora

ET
AA Addis Ababa
AF Afar
AM Amhara
BE Benshangul-Gumaz
DD Dire Dawa
GA Gambela
HA Harari
OR Oromia
SI Sīdama
SN Southern Nations Nationalities and People's Region
SO Somali
SW YeDebub M‘irab Ītyop’iya Hizboch
TI Tigray

FI
01 Ahvenanmaan maakunta
02 Etelä-Karjala
03 Etelä-Pohjanmaa
04 Etelä-Savo
05 Kainuu
06 Kanta-Häme
07 Keski-Pohjanmaa
08 Keski-Suomi
09 Kymenlaakso
10 Lappi
11 Pirkanmaa
12 Pohjanmaa
13 Pohjois-Karjala
14 Pohjois-Pohjanmaa
15 Pohjois-Savo
16 Päijät-Häme
17 Satakunta
18 Uusimaa
19 Varsinais-Suomi

FJ
01 Ba
02 Bua
03 Cakaudrove
04 Kadavu
05 Lau
06 Lomaiviti
07 Macuata
08 Nadroga and Navosa
09 Naitasiri
10 Namosi
11 Ra
12 Rewa
13 Serua
14 Tailevu
C Central
E Eastern
N Northern
R Rotuma
W Western

FK

FM
KSA Kosrae
PNI Pohnpei
TRK Chuuk (Truk)
YAP Yap

FO

FR
01 Ain
02 Aisne
03 Allier
04 Alpes-de-Haute-Provence
05 Hautes-Alpes
06 Alpes-Maritimes
07 Ardèche
08 Ardennes
09 Ariège
10 Aube
11 Aude
12 Aveyron
13 Bouches-du-Rhône
14 Calvados
15 Cantal
16 Charente
17 Charente-Maritime
18 Cher
19 Corrèze
20R Corse
21 Côte-d'Or
22 Côtes-d'Armor
23 Creuse
24 Dordogne
25 Doubs
26 Drôme
27 Eure
28 Eure-et-Loir
29 Finistère
2A Corse-du-Sud
2B Haute-Corse
30 Gard
31 Haute-Garonne
32 Gers
33 Gironde
34 Hérault
35 Ille-et-Vilaine
36 Indre
37 Indre-et-Loire
38 Isère
39 Jura
40 Landes
41 Loir-et-Cher
42 Loire
43 Haute-Loire
44 Loire-Atlantique
45 Loiret
46 Lot
47 Lot-et-Garonne
48 Lozère
49 Maine-et-Loire
50 Manche
51 Marne
52 Haute-Marne
53 Mayenne
54 Meurthe-et-Moselle
55 Meuse
56 Morbihan
57 Moselle
58 Nièvre
59 Nord
60 Oise
61 Orne
62 Pas-de-Calais
63 Puy-de-Dôme
64 Pyrénées-Atlantiques
65 Hautes-Pyrénées
66 Pyrénées-Orientales
67 Bas-Rhin
68 Haut-Rhin
69 Rhône
69M Métropole de Lyon
6AE Alsace
70 Haute-Saône
71 Saône-et-Loire
72 Sarthe
73 Savoie
74 Haute-Savoie
75C Paris
76 Seine-Maritime
77 Seine-et-Marne
78 Yvelines
79 Deux-Sèvres
80 Somme
81 Tarn
82 Tarn-et-Garonne
83 Var
84 Vaucluse
85 Vendée
86 Vienne
87 Haute-Vienne
88 Vosges
89 Yonne
90 Territoire de Belfort
91 Essonne
92 Hauts-de-Seine
93 Seine-Saint-Denis
94 Val-de-Marne
95 Val-d'Oise
971 Guadeloupe
972 Martinique
973 Guyane (française)
974 La Réunion
976 Mayotte
ARA Auvergne-Rhône-Alpes
BFC Bourgogne-Franche-Comté
BL Saint Barthélemy
BRE Bretagne
CP Clipperton
CVL Centre-Val de Loire
GES Grand Est
HDF Hauts-de-France
IDF Île-de-France
MF Saint Martin
NAQ Nouvelle-Aquitaine
NC Nouvelle-Calédonie
NOR Normandie
OCC Occitanie
PAC Provence-Alpes-Côte d'Azur
PDL Pays de la Loire
PF Polynésie
PM Saint-Pierre-et-Miquelon
TF Terres Australes Françaises
WF Wallis-et-Futuna
75 Paris
A Alsace
B Aquitaine
C Auvergne
COR Corse
D Bourgogne
E Bretagne
F Centre
G Champagne-Ardenne
GF Guyane
GP Guadeloupe
H Corse
I Franche-Comté
J Île-de-France
K Languedoc-Roussillon
L Limousin
M Lorraine
MQ Martinique
N Midi-Pyrénées
O Nord-Pas-de-Calais
P Basse-Normandie
Q Haute-Normandie
R Pays de la Loire
RE Réunion
S Picardie
T Poitou-Charentes
U Provence-Alpes-Côte d'Azur
V Rhône-Alpes
YT Mayotte

GA
1 Estuaire
2 Haut-Ogooué
3 Moyen-Ogooué
4 Ngounié
5 Nyanga
6 Ogooué-Ivindo
7 Ogooué-Lolo
8 Ogooué-Maritime
9 Woleu-Ntem

GB
ABC Armagh City, Banbridge and Craigavon
ABD Aberdeenshire
ABE Aberdeen City
AGB Argyll and Bute
AGY Isle of Anglesey
AND Ards and North Down
ANN Antrim and Newtownabbey
ANS Angus
BAS Bath and North East Somerset
BBD Blackburn with Darwen
BCP Bournemouth, Christchurch and Poole
BDF Bedford
BDG Barking and Dagenham
BEN Brent
BEX Bexley
BFS Belfast City
BGE Bridgend
BGW Blaenau Gwent
BIR Birmingham
BKM Buckinghamshire
BNE Barnet
BNH Brighton and Hove
BNS Barnsley
BOL Bolton
BPL Blackpool
BRC Bracknell Forest
BRD Bradford
BRY Bromley
BST Bristol, City of
BUR Bury
CAM Cambridgeshire
CAY Caerphilly
CBF Central Bedfordshire
CCG Causeway Coast and Glens
CGN Ceredigion
CHE Cheshire East
CHW Cheshire West and Chester
CLD Calderdale
CLK Clackmannanshire
CMA Cumbria
CMD Camden
CMN Carmarthenshire
CON Cornwall
COV Coventry
CRF Cardiff
CRY Croydon
CWY Conwy
DAL Darlington
DBY Derbyshire
DEN Denbighshire
DER Derby
DEV Devon
DGY Dumfries and Galloway
DNC Doncaster
DND Dundee City
DOR Dorset
DRS Derry and Strabane
DUD Dudley
DUR Durham, County
EAL Ealing
EAW England and Wales
EAY East Ayrshire
EDH Edinburgh, City of
EDU East Dunbartonshire
ELN East Lothian
ELS Eilean Siar
ENF Enfield
ENG England
ERW East Renfrewshire
ERY East Riding of Yorkshire
ESS Essex
ESX East Sussex
FAL Falkirk
FIF Fife
FLN Flintshire
FMO Fermanagh and Omagh
GAT Gateshead
GBN Great Britain
GLG Glasgow City
GLS Gloucestershire
GRE Greenwich
GWN Gwynedd
HAL Halton
HAM Hampshire
HAV Havering
HCK Hackney
HEF Herefordshire
HIL Hillingdon
HLD Highland
HMF Hammersmith and Fulham
HNS Hounslow
HPL Hartlepool
HRT Hertfordshire
HRW Harrow
HRY Haringey
IOS Isles of Scilly
IOW Isle of Wight
ISL Islington
IVC Inverclyde
KEC Kensington and Chelsea
KEN Kent
KHL Kingston upon Hull
KIR Kirklees
KTT Kingston upon Thames
KWL Knowsley
LAN Lancashire
LBC Lisburn and Castlereagh
LBH Lambeth
LCE Leicester
LDS Leeds
LEC Leicestershire
LEW Lewisham
LIN Lincolnshire
LIV Liverpool
LND London
LUT Luton
MAN Manchester
MDB Middlesbrough
MDW Medway
MEA Mid and East Antrim
MIK Milton Keynes
MLN Midlothian
MON Monmouthshire
MRT Merton
MRY Moray
MTY Merthyr Tydfil
MUL Mid-Ulster
NAY North Ayrshire
NBL Northumberland
NEL North East Lincolnshire
NET Newcastle upon Tyne
NFK Norfolk
NGM Nottingham
NIR Northern Ireland
NLK North Lanarkshire
NLN North Lincolnshire
NMD Newry, Mourne and Down
NNH North Northamptonshire
NSM North Somerset
NTL Neath Port Talbot
NTT Nottinghamshire
NTY North Tyneside
NWM Newham
NWP Newport
NYK North Yorkshire
OLD Oldham
ORK Orkney Islands
OXF Oxfordshire
PEM Pembrokeshire
PKN Perth and Kinross
PLY Plymouth
POR Portsmouth
POW Powys
PTE Peterborough
RCC Redcar and Cleveland
RCH Rochdale
RCT Rhondda Cynon Taff
RDB Redbridge
RDG Reading
RFW Renfrewshire
RIC Richmond upon Thames
ROT Rotherham
RUT Rutland
SAW Sandwell
SAY South Ayrshire
SCB Scottish Borders
SCT Scotland
SFK Suffolk
SFT Sefton
SGC South Gloucestershire
SHF Sheffield
SHN St. Helens
SHR Shropshire
SKP Stockport
SLF Salford
SLG Slough
SLK South Lanarkshire
SND Sunderland
SOL Solihull
SOM Somerset
SOS Southend-on-Sea
SRY Surrey
STE Stoke-on-Trent
STG Stirling
STH Southampton
STN Sutton
STS Staffordshire
STT Stockton-on-Tees
STY South Tyneside
SWA Swansea
SWD Swindon
SWK Southwark
TAM Tameside
TFW Telford and Wrekin
THR Thurrock
TOB Torbay
TOF Torfaen
TRF Trafford
TWH Tower Hamlets
UKM United Kingdom
VGL Vale of Glamorgan, The
WAR Warwickshire
WBK West Berkshire
WDU West Dunbartonshire
WFT Waltham Forest
WGN Wigan
WIL Wiltshire
WKF Wakefield
WLL Walsall
WLN West Lothian
WLS Wales
WLV Wolverhampton
WND Wandsworth
WNH West Northamptonshire
WNM Windsor and Maidenhead
WOK Wokingham
WOR Worcestershire
WRL Wirral
WRT Warrington
WRX Wrexham
WSM Westminster
WSX West Sussex
YOR York
ZET Shetland Islands
ANT Antrim
ARD Ards
ARM Armagh
BLA Ballymena
BLY Ballymoney
BMH Bournemouth
BNB Banbridge
BRK Berkshire
CGV Craigavon
CKF Carrickfergus
CKT Cookstown
CLR Coleraine
CSR Castlereagh
DGN Dungannon and South Tyrone
DOW Down
DRY Derry
FER Fermanagh
LMV Limavady
LRN Larne
LSB Lisburn
MFT Magherafelt
MYL Moyle
NDN North Down
NTA Newtownabbey
NTH Northamptonshire
NYM Newry and Mourne
OMH Omagh
POL Poole
STB Strabane
`
