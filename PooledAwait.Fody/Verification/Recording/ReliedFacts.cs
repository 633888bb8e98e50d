namespace PooledAwait.Fody.Verification;

/// <summary>
/// Collects facts that must stay true, because the calls of second methods (methods that the weaver added) rely on them. Each fact is a text about one method
/// or type.
/// </summary>
internal sealed class ReliedFacts
{
    /// <summary>The first words of the fact that a method has a second method. The second method's name follows.</summary>
    public const string HasSecond = "has the second method ";

    /// <summary>The first word of the fact that a body calls a method that has a second method.</summary>
    public const string Calls = "calls ";

    /// <summary>The first word of the fact that a type implements an interface.</summary>
    public const string Implements = "implements ";

    private readonly SortedDictionary<string, SortedSet<string>> _facts = new(StringComparer.Ordinal);
    private readonly HashSet<MethodDefinition> _methods = [];
    private readonly HashSet<TypeDefinition> _types = [];

    // The names of methods that have a second method or a dispatch method. Each name is kept with the method's number of parameters, because a method with
    // another number of parameters cannot override it.
    private readonly HashSet<(string Name, int Parameters)> _names = [];

    public ReliedFacts(ModuleDefinition module)
    {
        foreach (var pair in SecondMethodSearch.In(module))
        {
            pair.Methods.ToList().ForEach(method => AddMethod(method, pair.Second));
        }

        if (_methods.Count > 0)
        {
            var bodies = module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).ToList();
            bodies.ForEach(AddReceivers);
            _types.ToList().ForEach(AddType);
            bodies.ForEach(AddCalls);
        }
    }

    /// <summary>The facts, indexed by the method or type that they are about.</summary>
    public IReadOnlyDictionary<string, SortedSet<string>> All => _facts;

    /// <summary>Returns a method's name with its parameters, which distinguish the method from its overloads.</summary>
    public static string NameOf(MethodDefinition method) => $"{method.DeclaringType.FullName}.{method.Name}({string.Join(", ", method.Parameters.Select(parameter => parameter.ParameterType.FullName))})";

    /// <summary>
    /// Returns a name for a method's code. The name contains the number of instructions, without nops. If a tool adds or removes instructions other than nops,
    /// the name changes, and the recorded positions of calls are not compared.
    /// </summary>
    public static string CodeOf(MethodDefinition method) => $"{NameOf(method)} of {InstructionsOf(method).Count} instructions";

    private void AddMethod(MethodDefinition method, MethodDefinition second)
    {
        _methods.Add(method);
        _names.Add(NameAndParameters(method));
        AddWithBases(method.DeclaringType);
        Add(NameOf(method), HasSecond + NameOf(second));
        foreach (var (holds, fact) in ((bool, string)[])
            [(method.IsStatic, "is static"), (method.IsVirtual, "is virtual"), (method.IsFinal, "is final"), (method.IsNewSlot, "has a slot of its own"), (method.IsSynchronized, "is synchronized")])
        {
            if (holds)
            {
                Add(NameOf(method), fact);
            }
        }
    }

    /// <summary>
    /// If a method is a dispatch method, adds the types with which it compares an object's type. Also adds the name of the virtual method whose calls go to the
    /// dispatch method.
    /// </summary>
    private void AddReceivers(MethodDefinition method)
    {
        if (method.IsStatic && method.Name.IndexOf(SecondMethodSearch.Dispatch, StringComparison.Ordinal) is > 0 and var end)
        {
            _names.Add((PlainName(method.Name.Substring(0, end)), method.Parameters.Count - 1)); // without the dispatch method's first parameter, the receiver
            method.Body.Instructions.Where(instruction => instruction.OpCode.Code == Code.Ldtoken).Select(instruction => instruction.Operand).OfType<TypeReference>().ToList().ForEach(AddWithBases);
        }
    }

    private void AddWithBases(TypeReference? type)
    {
        // The loop ends at a type of another assembly, because a tool that rewrites this assembly does not change other assemblies.
        while (type?.GetElementType() is TypeDefinition definition && _types.Add(definition))
        {
            type = definition.BaseType;
        }
    }

    private void AddType(TypeDefinition type)
    {
        Add(type.FullName, $"derives from {type.BaseType?.FullName ?? "nothing"}");
        foreach (var implemented in type.Interfaces.Where(one => one.InterfaceType.Resolve() is { } definition && definition.Methods.Any(method => _names.Contains(NameAndParameters(method)))))
        {
            Add(type.FullName, $"{Implements}{implemented.InterfaceType.FullName}");
        }

        foreach (var method in type.Methods)
        {
            if (method.IsVirtual && method.Overrides.Append(method).Any(one => _names.Contains(NameAndParameters(one))))
            {
                Add(type.FullName, $"has the virtual method {NameOf(method)}");
            }

            // A static constructor does not matter for an instance method of a class. The method is called on an existing object, so the static constructor has
            // already run.
            if (method is { IsConstructor: true, IsStatic: true } && !type.IsBeforeFieldInit && _methods.Any(called => called.DeclaringType == type && (called.IsStatic || type.IsValueType)))
            {
                Add(type.FullName, "has a static constructor");
            }
        }
    }

    /// <summary>Adds the calls in a body that go to methods with a second method. Each fact has the position of the call.</summary>
    private void AddCalls(MethodDefinition method)
    {
        var code = InstructionsOf(method);
        for (var index = 0; index < code.Count; index++)
        {
            if (code[index].Operand is MethodReference called && _names.Contains(NameAndParameters(called)) && called.Resolve() is { } definition && _methods.Contains(definition))
            {
                Add(CodeOf(method), $"{Calls}{NameOf(definition)} at instruction {index}");
            }
        }
    }

    private static List<Instruction> InstructionsOf(MethodDefinition method) => [.. method.Body.Instructions.Where(instruction => instruction.OpCode.Code != Code.Nop)];

    private static (string Name, int Parameters) NameAndParameters(MethodReference method) => (PlainName(method.Name), method.HasParameters ? method.Parameters.Count : 0);

    /// <summary>Returns a method's name. If the name begins with an interface's name, as in an explicit implementation, leaves out this beginning.</summary>
    private static string PlainName(string name) => name.Substring(name.LastIndexOf('.') + 1);

    private void Add(string subject, string fact)
    {
        if (!_facts.TryGetValue(subject, out var facts))
        {
            _facts.Add(subject, facts = new SortedSet<string>(StringComparer.Ordinal));
        }

        facts.Add(fact);
    }
}
