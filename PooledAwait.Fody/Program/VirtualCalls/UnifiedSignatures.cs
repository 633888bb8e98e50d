namespace PooledAwait.Fody.Program;

/// <summary>
/// Finds methods whose signatures are the same only because of type arguments, such as <c>Get(T)</c> and <c>Get(int)</c> in a <c>D&lt;int&gt;</c>. To match
/// overrides and implementations, the runtime compares the signatures as they are in the code of each class: with the class's own type parameters, not with the
/// type arguments of the object's type. So neither of these methods overrides the other or implements the other's slot. If a class that is not generic inherits
/// both methods and declares an override, the override's signature matches both. Then the order of their slots decides which of the two it overrides.
/// </summary>
internal static class UnifiedSignatures
{
    /// <summary>Returns whether a search for a slot's implementation may meet methods that have the same signature only because of type arguments.</summary>
    /// <param name="program">The modules that are woven together.</param>
    /// <param name="classes">The object's type and its bases, with their type arguments, the nearest first.</param>
    /// <param name="slot">The called slot (a virtual method). Its class or interface has the type arguments with which the object's type inherits it.</param>
    public static bool Exist(WovenProgram program, IReadOnlyList<TypeReference> classes, VirtualSlot slot)
    {
        // Base classes outside the program count, too, because a class may override one of their methods. If a base cannot be found, the answer is true,
        // because this base may have methods with the same signature.
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

        // A class and its bases, expressed with the class's own type parameters.
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
