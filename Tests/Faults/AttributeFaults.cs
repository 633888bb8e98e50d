using Mono.Cecil;

namespace Tests.Faults;

/// <summary>Attributes that contradict each other, are damaged, or are not what their names suggest.</summary>
internal static class AttributeFaults
{
    private const string SettingsAttribute = "PooledAwaitAttribute";
    private const string MachineAttribute = "AsyncStateMachineAttribute";

    public static IEnumerable<Fault> All =>
    [
        Of(
            "A method carries `[PooledAwait]` and `[PooledAwaitIgnore]`",
            "[PooledAwait.PooledAwait, PooledAwait.PooledAwaitIgnore]",
            Outcome.Error,
            "PooledAwait PA006: System.Threading.Tasks.ValueTask C::M() carries [PooledAwait] and [PooledAwaitIgnore]; only one of them is allowed."),
        Of(
            "`[PooledAwait]` has a setting of a newer PooledAwait.Runtime",
            "[PooledAwait.PooledAwait(ContinueWith = true)]",
            Outcome.Error,
            "PooledAwait PA006: System.Threading.Tasks.ValueTask C::M() carries [PooledAwait(Depth = True)]; " +
                "allowed are Builders, DirectAwaits, TimedWaits, WhenAny, StateObjects, ContinueWith, MinimumStateMachineSize (is PooledAwait.Runtime newer than PooledAwait.Fody?).",
            module =>
            {
                var settings = Attribute(module, SettingsAttribute).Properties;
                settings[0] = new CustomAttributeNamedArgument("Depth", settings[0].Argument);
            }),
        Of(
            "The bytes of a `[PooledAwait]` are cut off",
            "[PooledAwait.PooledAwait]",
            Outcome.Woven,
            "",
            module => CutOff(module, SettingsAttribute)),
        Of(
            "`[PooledAwait]` is on a method that cannot be changed",
            "[PooledAwait.PooledAwait] [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]",
            Outcome.Warning,
            "PooledAwait PA003: C.M() carries [PooledAwait], but nothing in it was changed. " +
                "It chooses its own builder with [AsyncMethodBuilder]. Remove [AsyncMethodBuilder] if you want the pooled builder. " +
                "(To silence it: <PooledAwaitSuppress>PA003</PooledAwaitSuppress>, or remove the attribute.)"),
        Of(
            "An attribute has an argument whose enumeration cannot be found",
            "",
            Outcome.Woven,
            "",
            module => Method(module).CustomAttributes.Add(OfMissingKind(module))),
        Of(
            "An attribute's assembly cannot be found",
            "",
            Outcome.Woven,
            "",
            module => module.GetType("C").CustomAttributes.Add(OfMissingKind(module))),
        Of(
            "The bytes of a method's `[AsyncStateMachine]` are cut off",
            "",
            Outcome.Woven,
            "",
            module => CutOff(module, MachineAttribute)),
        Of("A method's `[AsyncStateMachine]` names no type", "", Outcome.Woven, "", module => NameMachine(module, null)),
        Of(
            "A method's `[AsyncStateMachine]` names another method's type",
            "",
            Outcome.Woven,
            "",
            module => NameMachine(module, module.GetType("D").NestedTypes[0])),
        Of(
            "A method that is not async carries `[AsyncStateMachine]`",
            "",
            Outcome.LeftAlone,
            "custom-task-type: Its builder is not one of the base library's. It carries [AsyncStateMachine] but does not call Start on a builder.",
            module => module.GetType("C").MethodNamed("Plain").CustomAttributes.Add(Attribute(module, MachineAttribute))),
        Of(
            "`[PooledAwait]` is an attribute of the assembly's own",
            "[Own.PooledAwait]",
            Outcome.Woven,
            "",
            source: "namespace Own { public class PooledAwaitAttribute : System.Attribute; }"),
    ];

    private static Fault Of(
        string what, string attribute, Outcome outcome, string told, Action<ModuleDefinition>? change = null, string source = "") =>
        new("Attributes", what, outcome, told, new FaultyWeave
        {
            Source = $$"""
                using System.Runtime.CompilerServices;
                using System.Threading.Tasks;
                {{source}}
                public class C
                {
                    {{attribute}} public async ValueTask M() => await Task.Yield();
                    public ValueTask Plain() => default;
                }

                """,
            Break = change,
        }.Meet);

    private static MethodDefinition Method(ModuleDefinition module) => module.GetType("C").MethodNamed("M");

    private static CustomAttribute Attribute(ModuleDefinition module, string name) =>
        Method(module).CustomAttributes.Single(attribute => attribute.AttributeType.Name == name);

    private static void NameMachine(ModuleDefinition module, TypeDefinition? machine)
    {
        var arguments = Attribute(module, MachineAttribute).ConstructorArguments;
        arguments[0] = new CustomAttributeArgument(arguments[0].Type, machine);
    }

    private static void CutOff(ModuleDefinition module, string name)
    {
        var attributes = Method(module).CustomAttributes;
        var whole = Attribute(module, name);
        attributes[attributes.IndexOf(whole)] = new CustomAttribute(whole.Constructor, [1, 0, 7]);
    }

    /// <summary>Makes the attribute [Kinds(Kind.One)]. Both types are in an assembly that does not exist.</summary>
    private static CustomAttribute OfMissingKind(ModuleDefinition module)
    {
        var missing = new AssemblyNameReference("Missing", new Version(1, 0));
        module.AssemblyReferences.Add(missing);
        var attribute = new TypeReference("Missing", "KindsAttribute", module, missing);
        var constructor = new MethodReference(".ctor", module.TypeSystem.Void, attribute) { HasThis = true };
        constructor.Parameters.Add(new ParameterDefinition(new TypeReference("Missing", "Kind", module, missing, valueType: true)));
        return new CustomAttribute(constructor, [1, 0, 1, 0, 0, 0, 0, 0]);
    }
}
