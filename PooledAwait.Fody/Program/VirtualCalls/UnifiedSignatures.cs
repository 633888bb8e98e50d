namespace PooledAwait.Fody.Program;

/// <summary>
/// Finds methods whose signatures are the same only because of type arguments, as <c>Get(T)</c> and <c>Get(int)</c> in a <c>D&lt;int&gt;</c>. The runtime matches overrides and implementations
/// by the signatures in the code of each class, so one of these methods neither overrides the other nor implements the other's slot. If a class that is not generic inherits both and overrides one,
/// the order of slots decides which one the runtime takes.
/// </summary>
internal static class UnifiedSignatures
{
    /// <summary>Returns whether some of the methods that may be found for a slot have the same signature only because of type arguments.</summary>
    /// <param name="program">The modules that are woven together.</param>
    /// <param name="classes">The object's type and its bases, with their type arguments, the nearest first.</param>
    /// <param name="slot">The called slot, as the object's type names it.</param>
    public static bool Exist(WovenProgram program, IReadOnlyList<TypeReference> classes, VirtualSlot slot)
    {
        // Base classes outside the program count too, because a class may override one of their methods. If a base cannot be found, the answer is yes.
        var supertypes = new Supertypes(program);
        if (supertypes.AllClassesOf(classes[0]) is not { } all)
        {
            return true;
        }

        if (!all.Any(type => type is GenericInstanceType))
        {
            return false;
        }

        var signature = SignatureOf(slot.Method, slot.Type);
        var methods = Enumerable.Range(0, all.Count).SelectMany(level => MethodsOf(level).Select(method => (Method: method, Level: level))).ToList();
        var seen = new Dictionary<int, IReadOnlyList<TypeReference>>();
        return methods.Exists(one => DiffersFromBases(one.Level, SignatureOf(one.Method, Seen(one.Level)[0])))
            || (slot.DeclaringType.IsInterface && Enumerable.Range(0, classes.Count).Any(level => Instances(level).Any(type => DiffersFromBases(level, SignatureOf(slot.Method, type)))));

        string SignatureOf(MethodDefinition method, TypeReference type) => VirtualSlot.SignatureOf(method, type, program.KeyAnywhere);

        IEnumerable<MethodDefinition> MethodsOf(int level) => program.OutsideBases.MethodsOf(all[level], slot.Method.Name).Where(method => SignatureOf(method, all[level]) == signature);

        // A class and its bases, named as in that class's own code.
        IReadOnlyList<TypeReference> Seen(int level)
        {
            if (!seen.TryGetValue(level, out var itself))
            {
                seen.Add(level, itself = supertypes.AllClassesOf(TypeSubstitution.Itself(all[level].Resolve()))!);
            }

            return itself;
        }

        bool DiffersFromBases(int level, string inCode) =>
            methods.Exists(other => other.Level >= level && SignatureOf(other.Method, Seen(level)[other.Level - level]) != inCode);

        IEnumerable<TypeReference> Instances(int level) => supertypes.InterfacesOf(TypeSubstitution.Itself(program.Find(classes[level])!)).Where(type =>
            program.Find(type) == slot.DeclaringType && program.KeyOf(TypeSubstitution.InstanceOf(classes[level], type)) == program.KeyOf(slot.Type));
    }
}
