"""Made by `python -m timetable.solver.building`. See `catalogue`."""

# fmt: off
WRITTEN: dict[int, tuple[str, ...]] = {
    2: (
        "ab",
    ),
    3: (
        "cb ac ba",
    ),
    4: (
        "adbc cabd abdc",
        "adbc cadb abdc",
    ),
    5: (
        "ebcd acde eabd abce dabc",
    ),
    6: (
        "afbecd eadbfc adcbef cabfde abecfd",
        "aebdcf dafbec afcbed badcfe acebfd",
        "aebdcf fabcde abcdef dabfce acebfd",
    ),
    7: (
        "gbcfed acdgfe eabdgf agfbce bagcdf adcbeg fabedc",
    ),
    8: (
        "afbhcedg gaebhcfd ahcbdefg bacdeghf acdbfegh dabfcgeh aegbfchd",
        "aebfcgdh faebhcgd agcbdefh habdecgf abdcfegh dabgcfeh achbfdge",
        "afbecgdh eabfhcgd ahcbdefg gabdechf abdcfegh dabhcfeg acgbfdhe",
        "afbechdg gabcedhf abcedhfg habdcfeg aefbdcgh dabhcgef acgbfdhe",
        "afbecgdh habdecgf agcbdefh eabfcdhg abhcgdfe cabhdfeg adgbfche",
        "agbhcedf faebgchd aecbdgfh bahcedgf acdbfegh habfcdeg adgbfche",
        "agbechdf hagbfced afbhcedg eabchdgf acdbgefh bacdefhg adfbgche",
        "agbhcedf faebhcgd aecbdhfg habgcdef acdbgefh bacfedhg adfbgche",
    ),
    9: (
        "ibchgdef acdihefg eabdifgh agfbcehi iabhgcdf abcihdeg dabciefh afebcdgi habgfcde",
    ),
    10: (
        "ahbfcgdiej gahbfcjdie ajcbdfehgi iabdjcfehg afebdcgjhi cabgdefhji abecgdifhj eabjcidhfg adibhcgejf",
        "ahbfcjdgei gaibfcjdhe aicbdfejgh cabdfeigjh afebdcgjhi jabgcedhfi abgcedhfij eabjchdifg adhbicgejf",
        "ahbfcjdgei gaibfcjdhe afcbdiejgh iabecdfgjh abecdfgjhi jabdchfeig acgbedhfij dabhciegfj aejbgchdif",
        "agbicfdhej hafbgcjdie afcbdiehgj iabdjcfehg abecdfgihj jabecdfgih acgbedhfij dabhciegfj aejbhcgdif",
        "agbfchdjei iajbfcgdhe ahbicjdfeg jabcidfehg afebdcgihj cabdjefgih abgcedhfij dabhcefijg aegbichdjf",
        "agbfchdiej habefcjdig ajcbdfeigh iabdjchefg abdcefgjhi fabhcedgji acgbedifhj dabjciegfh aeibgchdjf",
        "agbjcfdhei hafbicjdge ajcbdfehgi iabdjcfehg afgbdcejhi bacgdefhji acebidgfhj dabhcefijg aeibhcgdjf",
        "agbfchdiej habdfciejg aicbdjefgh bacefdigjh ajebdcgfhi cabgdefhji aehbjcgdif dabicgehfj afjbichdge",
        "agbfcjdieh habdfciejg aicbdfejgh bacdfeigjh acebdjgfhi jabhcgdefi adgbechfij eabichdgfj afjbichdge",
        "ahbjcfdieg gafbichdje aicbdfehgj fabdjciehg abdcefgihj cabejdfgih adgbechfij jabhcgdefi aeibhcgdjf",
    ),
    11: (
        "kbcjidehgf acdkjefihg eabdkfgjih agfbcehkji iabhgcdfkj akjbcihdeg bakcdjiefh adcbekjfgi fabedckghj ahgbcfedik jabihcdgfe",  # noqa: E501
    ),
    12: (
        "ajbgcidhekfl hakbgcldjeif aicbdgelfkhj kabdlcgejfih alebdcfghkij cabfdeghkilj aghbecfdiljk bacfdjeigklh adibhcfejgkl fablcjdkehgi aejbkcidhflg",  # noqa: E501
        "aibkcgdlehfj hagblckdjeif ajcbdgekflhi cabdlegfjhki abdcegfkhlij labechdfgikj agfbecidhkjl kabhcfdegjli adjbicfehgkl eabickdjfhgl aflbjchdiekg",  # noqa: E501
        "aibgchdkejfl haibgcjdlekf ajbkcldgehfi gabcldkejfih akebdcfghjil labdcfgekhji abecfdhgikjl cabfdegilhkj adhbicfejgkl eabjckdifhgl aflbjchdiekg",  # noqa: E501
        "aibgcjdhelfk hakbgcldiejf ajcbdgekflhi kabecdgfjhli aldbfceghkij bacedfghkilj acfbedighljk dabichefgjlk aejbickdhflg fabhcldiejgk aglbkcjdheif",  # noqa: E501
        "albkcgdjehfi hagbicldkejf agfbcldkejhi iabcgdlekfjh ajdbecfghkil kabhcdgelfji acebfdhgikjl bacfdegilhkj adibhcfejgkl eablcjdifhgk afjbkchdielg",  # noqa: E501
        "ahbjcgdlekfi iagblckdjehf ajcbdgelfkhi kabfcdgejhli aldbecfghkij cabedfghkilj abfcedighljk eabhcidjlfgk adibhcfejgkl gablckdheifj afkbjcidhelg",  # noqa: E501
        "aibgckdjelfh haibgcldkejf agcbdkejflhi jabelcgdifkh aldbecfghjik kabfcdgelhji abfcedhgiljk dabkchefgilj achbfdiejgkl eabjcidhfkgl aflbjcidhekg",  # noqa: E501
        "aibgchdkejfl hakblcgdiejf akdbcgelfihj jabcldgekfih agfbdcekhlij bacfdeghkilj adhbecfgiljk labecidfgjkh acjbhdfeigkl fabickdjehgl aelbjcidhfkg",  # noqa: E501
    ),
    13: (
        "mbclkdejifgh acdmlefkjghi eabdmfglkhij agfbcehmlijk iabhgcdfmjkl akjbcihdeglm mablkcdjiefh abcmldekjfgi dabcmeflkghj afebcdgmlhik habgfcdemijl ajibchgdefkm labkjcdihefg",  # noqa: E501
    ),
    14: (
        "akbhcjdmenflgi iambhcndlekfjg ajcbdhemfnglik labdnchemfkgji amebdcfhgniljk dabfcehgmiljnk ahgbfcedinjmkl cabidfeghjmknl abicgdfekhjnlm nablcgdkejfihm aejbkcidgflhmn gabncmdlekfjhi afkblcjdiemgnh",  # noqa: E501
        "aibjchdmenflgk lahbnckdmeifjg ajbncmdhelfkgi kabcndhemflgji anebdcfhgmiljk mabdcenfhgkilj ahgbfcedimjnkl bacidfeghjmknl acfbgdjeihknlm dabkcgefhlnimj aeibjcldgfkhmn gabmcldiekfjhn aflbkcjdiengmh",  # noqa: E501
        "aibhcjdlemfkgn janbhcmdkelfig akcbdhenfmglij labdcfhekgminj amfbecdnghiljk habecdnfmgkilj acgbedfhinjmkl bacidfeghjmknl adjbgcfeihknlm nabkcldjeifghm afibkcgdjelhmn gabmcndielfjhk aelbmckdifjgnh",  # noqa: E501
        "aiblchdmekfjgn jahbncldmekfig amcbdhelfngkij kabdcemfhglinj alfbdcehgminjk cabendhflgkimj abgcfdenihjlkm nabgcfdehjmilk ahibjcgdfeknlm fabjckdieghlnm adkbicjegfmhln gabncmdjeiflhk aemblckdifjgnh",  # noqa: E501
        "aibhcmdkelfjgn jalbhcndiemfkg aldbcnemfhgjik kabchdnelfmgji amfbdcehglinjk habecfdglimjnk abecfdghimjnkl cabgdenfhiljmk anibgcjdfekhlm dabjciekfghlnm afkbjcidgemhln eabncldmfkgihj agmbkcldjeifnh",  # noqa: E501
        "ajblchdiemfkgn iahbkcmdlenfjg amcbdhenflgkij labecdmfhgkinj akgbecdnfhimjl nabdcfhemglikj ahfbgcedinjmkl bacidgefhjnkml acjbfdgeihkmln dabicjekfghlnm afkbmcjdielgnh eabncldkfjgihm agmbncldjeifkh",  # noqa: E501
        "ajblchdmeifkgn iahbnckdlejfmg akcbdhemflgjin labdmchenfkgji ahebdcfmglikjn mabfcendhglikj acgbedfhimjlkn bacgdfnehimjlk adibfcgejhkmln nabjcidgefhkml aekbjcidgflhmn fabmcldjekgihn agnbkcldjeifmh",  # noqa: E501
        "aibjchdkemflgn jahbmcndlekfig akcbdhenfmglij labdcehfmgkinj amgbdcehfniljk habecfdgmiljnk acfbedghinjmkl bacidfeghjmknl anibgcjdfekhlm dabkcjeifghlnm aglbkcmdjeifnh eabncldifjgkhm afmbncldkejgih",  # noqa: E501
    ),
    15: (
        "obcnmdelkfgjih acdonefmlghkji eabdofgnmhilkj agfbcehonijmlk iabhgcdfojknml akjbcihdeglonm mablkcdjiefhon aonbcmldekjfgi baocdnmeflkghj adcbeonfgmlhik fabedcoghnmijl ahgbcfedionjkm jabihcdgfeokln alkbcjidehgfmo nabmlcdkjefihg",  # noqa: E501
    ),
    16: (
        "akbicjdpemfnglho jaobicldnemfkgph alcbdieofpgmhkjn mabdpcieofnglhkj anebfcdogihmjlkp bacdpeifognhmjlk aofbhcedgpjikmln pabgcedfihojnkml aihbgcjdfekolpmn cabkdgehfjilompn aejblchdgfkimpno dabmckegfhinpjol aflbnckdjehgmiop gabncodmekflhjip ahpbmcndlekfjgoi",  # noqa: E501
        "albocidnejfpgkhm jaiblcmdoekfngph akcbdiepfogmhnjl iabdpcnemfoglhkj anfbdceigphojmkl oabgcedfihnjpkml aphbfcedgijokmln mabecgdhifpjnkol abhcgdfejikolpmn cabldjehfgikpmon adjbkcgehflimonp fabncjdkelghimpo aembocldnfjgkhpi habkcndpemfjglio agpbmcodkelfjhni",  # noqa: E501
        "ajbicodnepfmglhk kapbicodnelfjgmh ancbdpeofigmhljk oabdcfiepgnhmjlk amebdcfpgihojlkn labfceidogphnjmk aphbgcedfnjikolm bachdgefikpjolnm aigbjcfdhekplnmo cabldhegfkimojpn adjbkcmegfhilpno fabncmdkejghilpo aekblcjdhfngoimp gabmcpdlekfohjin ahobncmdlejfkgpi",  # noqa: E501
        "akbocidpenfmgjhl jaibpcndmelfogkh abcodiekfnglhmjp labcodiepfmgnhkj amdbecfognhijlkp nabecdifpgohmjlk apfbhcedgijokmln oabhcgdfpeijnkml aegbfchdmijnkolp cabjdgefphikolnm ailbkcjdhegfmpno dabkcjegfhilompn afmblckdjehgniop gabpcndmelfkhjio ahnbmcldoejfkgpi",  # noqa: E501
        "akbncidoemflgjhp jaibncmdlekfpgoh albocpdneifmgkhj nabcidoepflgmhkj amebdcfognhijlkp oabdcgpeiflhnjmk aifbecdpgohnjmkl pabhcfdeigojnkml abhcfdgejikolnmp cabgdhefikpjolnm adjbkchegflimonp eabkcjdgfhimplon afmblckdjehgniop hablcodjekfngmip agpbmcldnejfkhoi",  # noqa: E501
        "ajbmcldienfogkhp laibpcjdoenfmgkh akcbdoeifpgnhmjl mabdicpelfognhkj anebdcfigphojmkl oabfcedhignjmkpl apgbfcedhijoknlm bachdgefijoknlpm aihbgcfdjekplomn dabjckegfhilompn ackbldhegfmijpno eablcjdkfmghinpo afnbocmdkelgjhpi habpcmdnelfkgjio agobncpdmejflhki",  # noqa: E501
        "akbmcidneoflgjhp lanbpcidjekfmgoh ajbicodpemfnglhk mabcodiepfnglhkj andbecfigohmjlkp iabgcdpeofnhmjlk aoebhcfdgijnkmlp cabfdepgihojnkml abfchdgejikolnmp dabhcgefikpjolnm aejbkcgdhflimonp pablcjdkehfgimon afkbmcjdlehgniop gabocndlekfmhjip ahpblcmdnejfkgoi",  # noqa: E501
        "ajbicpdmenflgkho kanbicodpemflgjh alcbdpeofngihmjk mabechidofngljpk andbecfigohljpkm oabfcdiepgnhmjlk apgbfcedhijoknlm bacgdfehijoknlpm achbgdfekijnlpmo iabjckdhegpfolnm adkbjclegfhpmino fabmcldjekghinpo aelbmckdhfjgoinp habpcodnejfkgmil agobncldmejfkhpi",  # noqa: E501
    ),
    17: (
        "qbcpodenmfglkhij acdqpefonghmlijk eabdqfgpohinmjkl agfbcehqpijonklm iabhgcdfqjkpolmn akjbcihdeglqpmno mablkcdjiefhqnop aonbcmldekjfgipq qabpocdnmeflkghj abcqpdeonfgmlhik dabcqefpoghnmijl afebcdgqphionjkm habgfcdeqijpokln ajibchgdefkqplmo labkjcdihefgqmnp anmbclkdejifghoq paboncdmlefkjghi",  # noqa: E501
    ),
    18: (
        "albjcqdnepfmgrhkio karbpcjdqeofngmhli ancbdrejfqgphlimko mabejcqdrfogphnilk apfbdcergjhoiqkmln oabdcejfqgrhpinkml argbfcedhqijkplomn bacndgefjhriqkplom aqhbgcfdieljkrmpno jabicldkehfgqmpnro adlbhcgeifkjmrnqop eabkcidmflghjnqorp acmbidnehfkgojlrpq fabpcodhekgijmqlrn agobkcldmenfihpjqr habncrdoelfpgmikjq aiqbmcpdoekflgnhrj",  # noqa: E501
        "akbqcjdrenfoglhpim lajbrcqdpenfogmhki amcbdjeqfrgphoinkl nabfcdreqgjhoipkml aodbecfpgjhriqkmln qabgcfdhjepiokrlnm acebfdgrhnijkqlpmo pabmcgdejfqhrinkol aribhcgdfekjlqmpno bacidkegfhjlrmpnqo ajnblcidhegfkrmqop eabkcmdlfighjnroqp adhbkcielfmgojnqpr fabocpdmelgihkjqrn aglbocndkemfihpjqr iabrcndpeofqgkhljm ahpbqcodmekfnglirj",  # noqa: E501
        "ambjcndkelfogphriq karbpcjdneqfmgohli alcbdreqfjgohpinkm oabdjcrepfqgnhmilk anebdcfrgjhqipkolm rabfchdgjeoinkplqm apgbfcedhjirkqlomn qabhcedfrgjipknlom ajibgchdfekrlqmpno dabkciehfgjmrlqnpo aclbidgehfkjmrnpoq bacmdoeifkghjlrnqp aepbkcldnfigmhqjor fabncqdmekglhijorp agmblcpdoeifkhnjqr iabqcodnepfmgkhljr ahobrcqdmelfngkipj",  # noqa: E501
        "albjcrdneqfkgohpim kaqbjcrdpeofngmhli amcbdjeofqgphnirkl nabdcepfjgqhoimkrl apfbdcejgqhoinkrlm qabgchdejfpinkolrm aoebfchdgrijkplnmq bacgdfrejhqiokplnm achbidgefrljkqmonp jabickdgefrhqlpmon arlbickdhegfmjnqop dabmclekfhgijnroqp aepbmcldifhgkjnroq fabncodmelgkhijqrp ahkbncodiemflgpjqr iabrcqdpenflgmhkjo agobpcqdmenflhkirj",  # noqa: E501
        "albpcndjeqfogkhmir kajbrcqdoelfngphmi andbcjerfqgphoilkm mabcrdjepfogqhnilk aofbdcepgjhniqkrlm bacfdeqgjhpinkolrm aqhbecgdfjiokplrmn pabecgdfrhjioknlqm ajgbichdfekqlpmonr dabichegrfjkqlpmon aclbkdiehfgrmjnpoq rabmckdiehfgjlqnpo aekblcmdifhgnjorpq fabocmdnekgihljprq agnbocldmekfihqjpr habrcqdpenfmglikjo aiqbpcodlenfmgkhrj",  # noqa: E501
        "albqcjdneofpgmhrik kajbncrdpeqfoglhmi andbclerfjgqhpiokm mabcjdqenfpgohrilk aoebdcfrgjhqipknlm pabgcedfjhqioknlrm aribfcgdejhnkqlpmo qabfchdergjipkolnm ajhbgcidfekrlqmpno dabkciegfhjlqmpnro abmchdiegfkjlrnqop fabmckdlehgijnqorp aelbockdifhgmjnrpq cabndoemfkglhijprq agpbrcmdneofkhliqj iabrcpdqekflgnhmjo ahobqcpdlemfkgnirj",  # noqa: E501
        "akbrcqdmejfpgohnil naqbjcrdleofpgkhmi albjcpdqeofkgrhmin mabcjdreqfngohpilk aoebdcfjgqhpirknlm pabdcerfjgqhoimknl ajgbfcedhriqkplomn rabichdfegjkqlpmon aqfbncgdiehjkolpmr dabhcgefjiqkrlompn abicldhegfnjkrmqop cabldoekfhgijmrnqp aenbkchdifmgljoqpr fabkcldiemghjpqnro agpbmckdnelfihojqr habmcodpeqfnglikjr aiobrcndpemfkglhqj",  # noqa: E501
        "albqcjdneofpgkhmir kajbpcodrelfmgnhqi amcbdjeqfognhpilkr nabdrcpeqfjgohmilk aoebdcfjgphqinkmlr pabfchrdjeqgoinkml abfcedgrhjipkolnmq qabgcedfrhjipkolnm ajibgchdfekqlpmonr cabhdiegrfjkqlpmon arlbkcgdiehfmjnpoq dabkciehfgjlrmqnpo aemblckdifhgnjorpq fabncodmekgihljprq agobncldmekfihqjpr habrcqdpenfmglikjo aipbmcqdlenfogkhrj",  # noqa: E501
    ),
    19: (
        "sbcrqdepofgnmhilkj acdsrefqpghonijmlk eabdsfgrqhipojknml agfbcehsrijqpklonm iabhgcdfsjkrqlmpon akjbcihdeglsrmnqpo mablkcdjiefhsnorqp aonbcmldekjfgipsrq qabpocdnmeflkghjsr asrbcqpdeonfgmlhik bascdrqefpoghnmijl adcbesrfgqphionjkm fabedcsghrqijpokln ahgbcfedisrjkqplmo jabihcdgfesklrqmnp alkbcjidehgfmsrnoq nabmlcdkjefihgsopr apobcnmdelkfgjihqs rabqpcdonefmlghkji",  # noqa: E501
    ),
    20: (
        "albkcsdretfpgqhoimjn marbtcsdkeqfpgnhlioj ancbdkeofsgrhqipjmlt oabdkcrenfsgphqitjml apebgcdtfkhsiojrlnmq qabfcdsetgrhkipjolnm asgbfcedhkirjqlpmont rabhcedgtfsikjqlpmon abhcfdgeitjsmklrnpoq dabicjefkgthslrmqnpo acjbidhegflkmtnsorpq eabmcldhfigjkorntpsq afnbicldjehgpkmsotqr kablcndjeifhgmsorptq atobmcndpelfigjhqkrs gabqcodmelfjhiknsptr ahpbqcodnemflgjirkst iabscrdpeqfognhmjlkt ajtbpcqdmerfoglhnisk",  # noqa: E501
        "ambnckdserfoglhqitjp lakbtcpdqesfrgnhoimj aocbdkesfrgthpinjqlm nabdcekfsgthpirjqlom aqgbdcekfthsirjolnmp pabecftdkgrhqisjolnm arfbgcedhkisjtlpmqno sabhcidgefkjtlrmqnpo atjbhcfdgeiklrmsnpoq cabidhejfgkltmrnsoqp abncidhejfmgpklsorqt dabmcjelfhgikqsntorp aflbmcjdiehgokntpsqr eabpcodlfmgjhiknsqtr akoblcndmeifqgjhptrs gabqcpdmenflhoijkrts ajsbqcrdoenfpglhmitk iabtcrdoepfqgnhmjlks ahrbscqdtepfoglinjmk",  # noqa: E501
        "albtckdresfqgohpinjm makbtcsdoerfpglhqinj aqcbdtenfsgkhriojplm cabekdpfsgqhritjolnm ardbecftgqhkisjolnmp nabicdqekfrgthsjplom apgbmcfdekhsitjrlqno oabfchdetgpiqjkmrlsn ashbicgdfejkltmqnrop tabjcfdhegkislrmpnqo aklbjcidhegfmtnqospr bacgdjeifhklsmtnroqp admblcjeifhgnkotpsqr habpcndmelfjgikotqsr aenbocldmfjgihpkqsrt gabrcqdoemfnhjilkstp afobrcndpelgmhjiqkst iabscpdqerfogmhnjlkt ajqbscpdtelfngohmirk",  # noqa: E501
        "aoblcrdtekfsgqhpimjn latbkcrdoeqfpgmhnisj ambkcsdnerfpgthoiqjl nabcsdterfkgqhpiojml apfbecdkgshtirjqlomn rabdcgsetfnhkipjqlom aqebdcfkgrhsiojtlnmp sabgcfdekhtirjplqmon atibhcgdfejklrmsnqop kabhcjdfegsitlrmpnqo adjbichegfmklsnrotpq cabqdjeifhgokltmsnrp abmchdleifjgnkorpsqt fabmcldiejghkptnsorq aenbpcmdlfigjhokqsrt gabocndlemfjhikqtpsr ahpbocqdnemflgjirkst iabrctdpeqfognhljmks ajsbqcodpenfmgrhlitk",  # noqa: E501
        "ambtckdresfqgphoinjl lakbsctdqerfognhmipj aocbdsekftgrhpiqjmln pabdrctekfqgshoinjml atebdcfsgkhripjqlomn nabfcekdsgqhritjplom argbfcedhkitjslqmpno kabochdfeitgrjslqmpn ablcgdfehtisjkmrnqop qabicjdhegfpkmrltnso achbndjegfikltmsoqpr sabmcgdjehfiklrntoqp adnbiclehfjgokmtpsqr eabjcmdiflghkpsnrotq aflbncmdoeigjhqkptrs gabpcodlemfjhiknsqtr ahqbpcodnemflgjirkst jabscqdperfognhmilkt airbtcqdpenfmglhojsk",  # noqa: E501
        "albsckdreqfognhpimjt makbtcqdsepfrgohnilj aqcbdketfsgphnirjolm nabecdkfsgqhoirjpltm aofbecdtgkhripjnlsmq bacfsdretgkhqipjolnm apdbgcekfrhsitjqlnmo rabgchdetfkisjqlpmon athbjcgdfeismklrnqop sabicldfegthkjrmpnqo adjbichegflkmsnrotpq cabldiejfmghknsorptq akmbncjdlehfigorptqs fabncmdheigjkotlsprq aepbocmdiflgjhqknsrt gabocqdlemfjhikptnsr ahqbpcndoelfmgjirkst jabrcsdoepfngqhmilkt aitbrcpdneqfoglhmjsk",  # noqa: E501
        "albkcsdterfqgohpinjm natbqckdsepfrgohmilj amdbcketfsgphqirjoln oabcrdketfqgshpinjml apebdcfkgshtiqjrlomn sabmcedftgrhkiqjplon argbfcedhkisjtlqmonp qabncidhefkgsjrlpmto atfbgcidhejklsmrnqop kabhcldgeifjqmtnrosp acibjdgehflkmtnsoqpr eabjchdlfgtikmrnsoqp abjcpdneifhgokltmsqr gablcmdnejfohikpsqtr adpbocmelfigjhnkqtrs habrcndqelfmgjiokstp afqbpcmdoelgnhjirkst jabsctdoepfrgnhmilkq aiobrcsdqenfmglhpjtk",  # noqa: E501
        "ambrckdqesfngphoiljt lakbsctdperfqgmhoinj ancbdketfsgrhqipjolm oabfcdkesgrhqipjnltm apdbecfkgthsirjqlomn qabgcfdekhsirjplomtn arebgchdftikjslqmpno sabichdfejkgrlqmpnto achbgdfeitjklsmrnqop bacjdiehfgklsmrnqotp adjbicgehfmkltnsorpq fablcmdjeighknsorptq aenblcmdjfightokpsqr gabmcndoelfihjkpsqtr atpbocndmelfjgihqkrs habocpdleqfmgnijkrts ajqbrcsdoepflgnhmitk iabtcqdrenfogmhpjlks aksbtcpdreqfoglhnimj",  # noqa: E501
    ),
    21: (
        "ubctsderqfgpohinmjkl acdutefsrghqpijonklm eabdufgtshirqjkpolmn agfbcehutijsrklqpmno iabhgcdfujktslmrqnop akjbcihdeglutmnsropq mablkcdjiefhunotspqr aonbcmldekjfgiputqrs qabpocdnmeflkghjurst asrbcqpdeonfgmlhiktu uabtscdrqefpoghnmijl abcutdesrfgqphionjkm dabcueftsghrqijpokln afebcdguthisrjkqplmo habgfcdeuijtsklrqmnp ajibchgdefkutlmsrnoq labkjcdihefgumntsopr anmbclkdejifghoutpqs paboncdmlefkjghiuqrt arqbcpodenmfglkhijsu tabsrcdqpefonghmlijk",  # noqa: E501
    ),
    22: (
        "aoblcsdpetfqgvhriujnkm maubvcldsetfrgnhoipjqk andbclevfugshpiqjtkrmo pabcvduelftgshriqjoknm aqgbdcelfvhuisjrkpmtno rabfcgdethlisjukpmqnvo asebfchdguitjvklmrnpoq tabhcedflgviujskqmrnpo alibjcgdfehvktmsnuorpq uabkcidjehfglmtnsorpvq avmbhckdgeifjlnsouptqr backdmejfhgilntospuqvr adnbociejfkghlmupvqsrt fabjcndiekghlovmuptqsr aeobpcndmfjgihkvqlrust habqcmdoepfkgnijlrusvt acrbqdneofmgjhkiplsvtu iabpctdsemfrgohqjkluvn agsbqcrdoepfkhnimjtluv kabvcudterfngqhmipjols ajtbrcudqesfpgohminkvl",  # noqa: E501
        "anbvclduesfrgthqipjokm malbucvdtesfqgphrinjok aocbdleufvgshritjqkpmn pabdcelfvguhsirjqkomtn asfbdcelguhviqjpkrmtno qabechdiuflgtjskpmrnvo aribgchdevftjuklmqnpos tabgcfdelhuisjvkrmqnpo auhbicgdfejlktmvnsoqpr vabjcndfegthliuksmroqp abkcjdhegfivnlmuotpsqr dabmcpeifkghvjlounsqtr alqbjcmdkehfignvouptrs fabpcodnejgkhilmuqvrts ackbodneifjgmhslpvqtru habrcqdkemfjgoinlpusvt agnbmcsdpeofkhjirlqvtu eabocrdqfmgnhjikltupvs aitbscpdrenfmgohkjqluv jabuctdreofqgphsimknlv aksbvctdqepfrgnhoimjul",  # noqa: E501
        "ambucldteqfsgphrinjokv nalbvcqdterfsgmhoiujpk apcbdlevfugrhsitjqkomn qabfcnudlevgthripjskom aodbecflguhvisjtkrmqnp sabecdvftguhlirjqkpmon arhbfcedglivjsktmunqop tabicgdfehvjlksmrnqoup avgbhckdfeiujlmrntospq uabjcidhekfglovmsnrptq ackbjdgeifhlmtnuorpvqs bacjdgeifhuklmvntosprq alnbkcidmejfhgovptqurs dabqcmenfkgjhilpuotrvs afmbpcodjeigkhnlqvrust eabpcqdmfngohjiklrusvt ahobscndpemfkgjiqlrvtu iabtcrdpeofqgmhnjklsvu akvbucrdsepfqgohminjtl jabrctdseufognhqipkmlv agsbocvdretfphqimjnkul",  # noqa: E501
    ),
    23: (
        "wbcvudetsfgrqhipojknml acdwvefutghsrijqpklonm eabdwfgvuhitsjkrqlmpon agfbcehwvijutklsrmnqpo iabhgcdfwjkvulmtsnorqp akjbcihdeglwvmnutopsrq mablkcdjiefhwnovupqtsr aonbcmldekjfgipwvqruts qabpocdnmeflkghjwrsvut asrbcqpdeonfgmlhiktwvu uabtscdrqefpoghnmijlwv awvbcutdesrfgqphionjkm bawcdvueftsghrqijpokln adcbewvfguthisrjkqplmo fabedcwghvuijtsklrqmnp ahgbcfediwvjkutlmsrnoq jabihcdgfewklvumntsopr alkbcjidehgfmwvnoutpqs nabmlcdkjefihgwopvuqrt apobcnmdelkfgjihqwvrsu rabqpcdonefmlghkjiwstv atsbcrqdepofgnmhilkjuw vabutcdsrefqpghonijmlk",  # noqa: E501
    ),
    24: (
        "anbmcxdweuftgshviojqkrlp oaxbmcvdsewfugqhtirjpknl apcbdmewfxgvhuirjskqltno qabecdmfwgxhvitjskrlpnuo asdbecfvgxhwimjuktlqnrop rabgcidfmeshxjwkulqntovp axhbfcedgmiwjvkulsntoqpr tabfcgdjxemhuivkwlsnroqp abpchdfegtixjwkmlvnuosqr mablchdiejfgxkwnvotpsqur avkbjcgdheiflmnxowpsqurt wabickdoegfhmjxlvnuptqsr auoblckdiejfhgnmpwqvrxst dabjcnelfkgphimowqvrusxt acqbndkelfigjhpmoxrwsvtu fabncudqeogkhlijmrxpwsvt aerbocldpfjgkhniqmsxtwuv gabpcqdterfnhoikjlmswuxv ahsbtcrdneoflgpikjumqxvw iabtcsdpevfrgqhnjoklmwxu akubvcsdpeqfogrhlinjtmwx labwcrdxeqfugnhtisjpkomv ajvbwcudtesfrgphqinkolxm",  # noqa: E501
        "anbvcmdwesfugohripjtkqlx pambxcudwevftgohqisjnkrl aocbdxevfmgshuitjpkwlqnr qabdvcmexfwgshriujtkplon asfbecdmgvhwiujrkxltnpoq rabecdtfmgxhwivjskulqnpo atgbfcedhmixjwkvlsnuorpq vabhcgdfeixjukmlsntorpwq auibkchdfegxjmlwntospvqr wabjcldgehfimkvnuosptqxr amkbhcidjegflvnxowpuqsrt xablcjdkegfhmiwnvotpuqsr abicjdlekfhgnmoxpwqvrust dabncoekflgihjmpxqwrusvt acobldnejfkgihqmpxrvswtu fabpcndoeqglhkijmrvsxtwu aeqbpcndrfjglhkiomsxtwuv gabtcrdqeofphniljkmsxuwv ahsbucrdtenfqgoiljpkwmvx iabucqdserfogphvjnklmtxw akwbscpdueqfrgthviojnlxm labrctdvexfwgnhpisjqkomu ajxbwctdpesfugqhnirkolvm",  # noqa: E501
        "anbwcmdveqfugohrisjtkplx oavbwcxduemfngshqipjrktl apbmcxdtevfsgwhuirjnkqlo qabcmdxevftgwhuirjskplon arebdcfwgmhvitjskulqnpox sabdckmexfvgthwiujrlqnpo augbecfdhximjvktlsnroqpw tabicfdexgmhwjvkulsnroqp avhbgcidfejxkmlwntosprqu xabfchdgeimjwkvluntosprq acjbkdhegfixlmnwouptqsrv mablcidhegfjxkvnwouptqsr abjcldkehfigomnxpvqwrtsu wabkcodjelfighmnxpvqurts afpblcndjekgihqmovrwsxtu dabqcpenfoglhkijmrwsvtxu aerbncqdkfjglhoipmsvtxuw gabncqdoepflhjikmsxrwtvu ahobtcpdsenfrglikjumqxvw iabtcudreofpgshnjqklmvxw akubrcsdteqfpgohniljwmvx labxcsduewfrgqhpivjoknmt ajsbvcwdretfugqhpioknlxm",  # noqa: E501
    ),
}
