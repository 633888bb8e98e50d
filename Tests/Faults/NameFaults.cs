using Mono.Cecil;

namespace Tests.Faults;

/// <summary>Names that no C# compiler generates. The weaver writes each name into the report, and uses it as a file name.</summary>
internal static class NameFaults
{
    private const string Full = "<PooledAwait MinimumStateMachineSize='0' Report='Full' Snapshots='true' />";

    public static IEnumerable<Fault> All =>
    [
        Renamed("All names of a state machine are one letter", (_, machine) =>
        {
            machine.Name = "a";
            foreach (var member in machine.Fields)
            {
                member.Name = "a";
            }
        }),
        Renamed("A state machine's name is empty", (_, machine) => machine.Name = ""),
        Renamed("A method's name is of characters that cannot be printed", (method, _) => method.Name = "\u0001\u202E\u0000\uFFFF"),
        Renamed("A method's name is half of a character", (method, _) => method.Name = "\uD800"),
        Renamed("A method's name is a path", (method, _) => method.Name = "../../../../M"),
        Renamed("A method's name has 2,000 letters", (method, _) => method.Name = new string('M', 2_000)),
        Renamed("A method's name ends the report's script", (method, _) => method.Name = "</script><!--"),
        Renamed("A namespace has characters that no file name may have", (method, _) => method.DeclaringType.NestedTypes[0].Namespace = "a:b|c?*"),
        Renamed(
            "Two methods have one name and the same parameters",
            (method, _) => method.DeclaringType.MethodNamed("Other").Name = "M"),
        new(
            "Names",
            "`MoveNext` has another name",
            Outcome.LeftAlone,
            $"{MachineFaults.UnknownShape} Its state machine `C+<M>d__0` has 0 methods named MoveNext instead of one.",
            Weave((_, machine) => machine.MethodNamed("MoveNext").Name = "a").Meet),
    ];

    private static Fault Renamed(string what, Action<MethodDefinition, TypeDefinition> rename) =>
        new("Names", what, Outcome.Woven, "", Weave(rename).Meet);

    private static FaultyWeave Weave(Action<MethodDefinition, TypeDefinition> rename) => new()
    {
        Source = """
            using System.Threading.Tasks;
            public class C
            {
                public async ValueTask M() => await Task.Yield();
                public async ValueTask<int> Other() { await Task.Yield(); return 1; }
            }

            """,
        Config = Full,
        Break = module => rename(module.GetType("C").MethodNamed("M"), module.GetType("C").NestedTypes[0]),
    };
}
